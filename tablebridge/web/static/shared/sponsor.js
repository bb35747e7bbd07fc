// A sponsor's picture. Nothing is shown while there is none to show: it may be broken, or be put there later.

const AGAIN_MS = 10000;
const pictures = new Map(); // by name and place: one that is drawn anew would blink

// The picture for a place of the page: an element can stand in one place only.
export function sponsorPicture(name, place = "") {
  const key = `${place}/${name}`;
  if (!pictures.has(key)) pictures.set(key, ask(name));
  return pictures.get(key);
}

function ask(name) {
  const picture = document.createElement("img");
  const address = `/sponsors/${encodeURIComponent(name)}`;
  picture.alt = name;
  picture.hidden = true;
  picture.addEventListener("load", () => {
    picture.hidden = false;
  });
  picture.addEventListener("error", () => {
    picture.hidden = true;
    setTimeout(() => {
      picture.src = address;
    }, AGAIN_MS);
  });
  picture.src = address;
  return picture;
}
