// Stands inside every page: where a script or a style sheet of it did not come, because the daemon was just going, the
// page is opened anew once the daemon answers. What a page asks for later it asks for again by itself (`data-patient`).
{
  const AGAIN_MS = 1000;
  let isAsking = false;

  const answers = async () => {
    try {
      return (await fetch(location.href)).ok;
    } catch {
      return false;
    }
  };

  const open = async () => {
    if (isAsking) return;
    isAsking = true;
    do await new Promise((next) => setTimeout(next, AGAIN_MS));
    while (!(await answers()));
    location.reload();
  };

  // errors of elements do not rise to the window: they are met on their way down
  const meet = ({ target }) => {
    if (target instanceof Element && target.matches("script, link[rel=stylesheet]:not([data-patient])")) open();
  };
  addEventListener("error", meet, { capture: true });
}
