// A sponsor's picture. Nothing is shown while there is none to show: it may be broken, or be put there later.

const AGAIN_MS = 10000;

export function sponsorPicture(name) {
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
