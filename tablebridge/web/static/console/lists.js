// Lists whose items keep their elements wherever they move to: a new event on top makes one row, not all of them anew.

// Makes `parent` hold exactly the wanted items, each `{key, make()}`, in this order; keys are different.
export function arrangeByKey(parent, wanted) {
  const present = new Map([...parent.children].map((element) => [element.dataset.key, element]));
  let at = parent.firstElementChild;
  for (const { key, make } of wanted) {
    const known = present.get(key);
    const element = known ?? make();
    element.dataset.key = key;
    present.delete(key);
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
  for (const left of present.values()) left.remove();
}
