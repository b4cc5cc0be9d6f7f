// From calls to the OpenAPI document that describes them, and back.
import assert from "node:assert/strict";

import { workbenchTests } from "./workbench.mjs";

const DOCUMENT = `\
openapi: 3.1.0
info: {title: Shop 😀, version: "1"}
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: expand, in: query, schema: {type: string, enum: [lines, customer]}}
      responses: {"200": {description: An order}}
  /orders:
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema:
              required: [customer]
              properties:
                customer: {properties: {email: {type: string}}}
      responses: {"201": {description: Created}}
  /left: {$ref: "left.yaml"}
`;

const CLIENT = `\
import httpx

shop = httpx.Client(base_url="https://shop.example")


def order(number: int):
    shop.post("/orders", json={"customer": {"email": "ada@example.com"}})
    return shop.get(f"/orders/{number}", params={"expand": "lines"})
`;

const SCRATCH = `\
import httpx

shop = httpx.Client(base_url="https://shop.example")
shop.get("/orders/5", params={"": 1})
`;

const it = workbenchTests({
  name: "api-documents",
  files: {
    "openapi.yaml": DOCUMENT,
    "left.yaml": "get: {responses: {}}\n",
    "client.py": CLIENT,
    "scratch.py": SCRATCH,
    "waypost.toml": 'apis = {"https://shop.example" = "openapi.yaml"}\n',
  },
});

const DEFINITIONS = {
  "a route leads to its operation": [8, 25, 5],
  "a query key leads to its parameter": [8, 52, 9],
  "a nested key leads to its schema": [7, 47, 20],
};

for (const [name, [line, column, target]] of Object.entries(DEFINITIONS)) {
  it(name, async (bench) => {
    await bench.edit("client.py");
    await bench.health("running");
    await bench.goTo(line, column);
    await bench.opened(bench.page.locator(".tab.active", { hasText: "openapi.yaml" }), () => bench.press("F12"));
    await bench.cursorIsAt(target);
  });
}

it("an operation leads to its calls", async (bench) => {
  await bench.edit("openapi.yaml");
  await bench.goTo(5, 6);
  await bench.opened(bench.page.locator(".reference-zone-widget .monaco-list-row", { hasText: "shop.get(" }), () =>
    bench.press("Escape", "Shift+F12"),
  );
  await bench.screenshot("references");
  await bench.press("Escape");
});

it("a reference to another file is a link", async (bench) => {
  await bench.edit("openapi.yaml");
  await bench.page.locator(".view-line .detected-link", { hasText: "left.yaml" }).first().waitFor();
});

it("keys of the document are completed", async (bench) => {
  await bench.edit("scratch.py");
  await bench.goTo(4, SCRATCH.split("\n")[3].indexOf('{"') + 3);
  const labels = await bench.completions("expand");
  assert.deepEqual(labels.slice(0, 1), ["expand"]);
  await bench.press("Escape");
});
