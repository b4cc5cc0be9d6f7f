import assert from "node:assert/strict";
import { test } from "node:test";

import { summaryOf } from "../../src/summary";

test("problems and files are counted, one of each as one", () => {
  assert.equal(summaryOf({ problems: 3, files: 2 }), "3 problems in 2 files that are not open");
  assert.equal(summaryOf({ problems: 1, files: 1 }), "1 problem in 1 file that is not open");
});

test("without problems, none are counted", () => {
  assert.equal(summaryOf({ problems: 0, files: 0 }), "no problems in files that are not open");
});
