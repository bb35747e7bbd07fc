// Elements in one expression, and lists that keep the elements they already have.

// `make("div.name.other", {seat: "A"}, child, "text")`: tag and classes, data attributes, children.
export function make(selector, data = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

// Makes `parent` hold exactly the wanted items, each `{key, make()}`. Where the key at a place is unchanged the element
// stays, so that it does not move again; returns the elements that are new.
export function arrange(parent, wanted) {
  const fresh = [];
  wanted.forEach((item, place) => {
    const present = parent.children[place];
    if (present?.dataset.key === item.key) return;
    const element = item.make();
    element.dataset.key = item.key;
    if (present) present.replaceWith(element);
    else parent.append(element);
    fresh.push(element);
  });
  while (parent.children.length > wanted.length) parent.lastElementChild.remove();
  return fresh;
}
