// Checks the AsyncAPI document with AsyncAPI's own parser, which the tests, having no Node, do by its published schema:
//
//   npm install --no-save @asyncapi/parser@3
//   .venv/bin/tablebridge schema --asyncapi > asyncapi.json && node deploy/check_asyncapi.mjs asyncapi.json
//
// Exit code 1 when the parser finds an error; what it only recommends is printed.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { Parser } = createRequire(join(process.cwd(), "asyncapi.js"))("@asyncapi/parser");
const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], "utf8"));
for (const { severity, code, message, path } of diagnostics) {
  console.log(`${severity === 0 ? "error" : "note"} ${code}: ${message} (${path.join("/")})`);
}
const errors = diagnostics.filter(({ severity }) => severity === 0).length;
console.log(`${errors} errors, ${document?.operations().all().length ?? 0} operations`);
process.exit(errors || !document ? 1 : 0);
