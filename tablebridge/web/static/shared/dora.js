// What an indicator makes dora: the next of its suit, winds among winds, dragons among dragons.

const CYCLES = [
  ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"],
  ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"],
  ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"],
  ["1z", "2z", "3z", "4z"],
  ["5z", "6z", "7z"],
];

// A red five counts as the five it is.
export function kindOf(tile) {
  return tile.startsWith("0") ? `5${tile[1]}` : tile;
}

// The dora of an indicator, or null where there is none (an unknown tile).
export function doraOf(indicator) {
  const kind = kindOf(indicator);
  const cycle = CYCLES.find((tiles) => tiles.includes(kind));
  return cycle ? cycle[(cycle.indexOf(kind) + 1) % cycle.length] : null;
}

// The kinds that are dora under these indicators.
export function doraKinds(indicators) {
  return new Set(indicators.map(doraOf).filter(Boolean));
}

// Whether a tile is worth extra: a dora or a red five.
export function isDora(tile, kinds) {
  return tile.startsWith("0") || kinds.has(kindOf(tile));
}
