// What is said of somebody in a line of its own, "from {who}", "{who} 放銃", or of a table.

import { make } from "./element.js";

// A line in which only the name gives way: what stands before and after it is whole, however long the name is.
export function phrase(selector, words, key, who, data = {}) {
  return around(make(`${selector}.phrase`, data), words.around(key, "who"), make("bdi.person", {}, who));
}

// "Table {table}", after what stands before it in the same line.
export function tablePhrase(selector, words, table, before = "") {
  const [first, last] = words.around("table", "table");
  return around(make(`${selector}.phrase`), [`${before} ${first}`.trim(), last], make("bdi.table-name", {}, table));
}

function around(line, [before, after], name) {
  // the blanks are for who reads the text: the picture has a gap there
  if (before) line.append(make("span", {}, before), " ");
  line.append(name);
  if (after) line.append(" ", make("span", {}, after));
  return line;
}
