// A WebSocket that comes back: tries again at growing, random intervals, and notices a link that died silently.

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;
const SILENCE_MS = 10000; // the server speaks at least every 3 seconds

export class Connection {
  #address;
  #handlers;
  #tries = 0;
  #socket = null;
  #silence = null;

  // `handlers.onMessage(message)` gets each decoded message, `handlers.onLost()` every end of a connection.
  constructor(address, handlers) {
    this.#address = new URL(address);
    this.#address.protocol = this.#address.protocol === "https:" ? "wss:" : "ws:";
    this.#handlers = handlers;
  }

  open() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#listen();
    socket.onmessage = ({ data }) => {
      this.#tries = 0;
      this.#listen();
      this.#handlers.onMessage(JSON.parse(data));
    };
    socket.onclose = () => this.#lost(socket);
  }

  #listen() {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#silence = setTimeout(() => {
      socket.close();
      this.#lost(socket); // a dead link may take minutes to close by itself
    }, SILENCE_MS);
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#silence);
    this.#socket = null;
    this.#handlers.onLost();
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#tries);
    this.#tries += 1;
    setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }
}
