// Who sits where, in words.

export const SEATS = ["A", "B", "C", "D"];

// The player's name, or null where nobody is named.
export function playerName(seat, players) {
  return players?.[SEATS.indexOf(seat)] || null;
}

// A seat as a reader knows it: the player's name, or `East (A)`, or `Seat A` before winds are dealt.
export function seatLabel(seat, { state, words, players }) {
  const name = playerName(seat, players);
  if (name) return name;
  const wind = state.seats[seat]?.wind;
  return wind ? `${words.say(`wind.${wind}`)} (${seat})` : words.say("seat", { seat });
}
