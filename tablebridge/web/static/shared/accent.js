// The accent that an address asks for, made lighter or darker where it could not be read on its theme.

// What panels come to with a bright picture behind the dark ones, and a dark one behind the light ones; `clear` has
// none, but its letters carry dark edges.
const GROUNDS = { night: [40, 46, 56], paper: [232, 228, 218], clear: [40, 46, 56] };
const LEAST = 4.5; // contrast of text by WCAG 2, 1.4.3
const STEP = 0.02;
const INKS = { dark: "#1b1405", light: "#ffffff" };

// Gives the page that accent (`RRGGBB`), and the ink for letters on it.
export function wearAccent(accent, theme, root) {
  const colour = legible(accent, theme);
  root.style.setProperty("--accent", colour);
  root.style.setProperty("--on-gold", inkOn(colour));
}

// The colour nearest to `accent` in lightness that can be read on the theme, as `#rrggbb`.
export function legible(accent, theme) {
  const ground = GROUNDS[theme];
  const [hue, saturation, lightness] = toHsl(channels(accent));
  const towards = theme === "paper" ? -STEP : STEP;
  let colour = channels(accent);
  for (let light = lightness; contrast(colour, ground) < LEAST && light >= 0 && light <= 1; ) {
    light += towards;
    colour = fromHsl(hue, saturation, Math.min(1, Math.max(0, light)));
  }
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function inkOn(colour) {
  const [dark, light] = [INKS.dark, INKS.light].map((ink) => contrast(channels(colour), channels(ink)));
  return dark >= light ? INKS.dark : INKS.light;
}

function channels(colour) {
  return colour.match(/[0-9a-f]{2}/gi).map((pair) => parseInt(pair, 16));
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// Relative luminance by WCAG 2.
function luminance(colour) {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Hue in degrees, saturation and lightness 0..1.
function toHsl(colour) {
  const [red, green, blue] = colour.map((channel) => channel / 255);
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const chroma = most - least;
  const lightness = (most + least) / 2;
  if (chroma === 0) return [0, 0, lightness];
  const sector = most === red ? ((green - blue) / chroma + 6) % 6 : most === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4;
  return [60 * sector, chroma / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function fromHsl(hue, saturation, lightness) {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  });
}
