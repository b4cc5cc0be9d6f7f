import assert from "node:assert/strict";
import { test } from "node:test";

import { withVariables } from "../../src/httpFile";

const request = (text: string, open: string[] = [], masked: string[] = []): string =>
  withVariables({ text, format: "http", open, masked });

test("a request without open values stays as it is", () => {
  assert.equal(request("GET https://a.example/b HTTP/1.1\n"), "GET https://a.example/b HTTP/1.1\n");
});

test("open values are variables, everywhere in the request", () => {
  const text = 'POST https://a.example/{owner}/{self.repo} HTTP/1.1\n\n{\n  "owner": "{owner}"\n}\n';

  assert.equal(
    request(text, ["owner", "self.repo"]),
    '@owner = \n@self_repo = \n\n### \nPOST https://a.example/{{owner}}/{{self_repo}} HTTP/1.1\n\n{\n  "owner": "{{owner}}"\n}\n',
  );
});

test("a parameter without a value is a variable, too", () => {
  assert.match(
    request("GET https://a.example/{repo?} HTTP/1.1\n", ["repo?"]),
    /^@repo = \n[^]*a\.example\/\{\{repo\}\} /,
  );
});

test("equal names are made distinct, and none starts with a digit", () => {
  const text = request("GET https://a.example/{a.b}/{a_b}/{0} HTTP/1.1\n", ["a.b", "a_b", "0"]);

  assert.match(text, /\/\{\{a_b\}\}\/\{\{a_b_2\}\}\/\{\{value_0\}\} /);
});

test("a masked header is a variable, and the scheme before it stays", () => {
  const text = request("GET https://a.example HTTP/1.1\nauthorization: token ***\n", [], ["authorization"]);

  assert.match(text, /^@authorization = $/m);
  assert.match(text, /^authorization: token \{\{authorization\}\}$/m);
});
