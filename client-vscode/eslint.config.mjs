// The strictest shared configuration, with types. Every exception has its reason next to it.
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const typed = { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } };

export default defineConfig(
  globalIgnores(["out/", "bundled/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: typed,
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/explicit-function-return-type": ["error", { allowExpressions: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Numbers in text are what templates are for.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // The editor's types make Disposable a class, but anything with a `dispose` is one.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // `() => emitter.fire()` is the shortest way to drop an argument.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    // Node's test runner awaits the promises of `test`.
    files: ["test/unit/**"],
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] },
      ],
    },
  },
  {
    // Plain JavaScript, run as it is: the usual mistake there is a promise that nothing awaits.
    files: ["**/*.mjs"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      ...typed,
      globals: {
        Buffer: "readonly",
        console: "readonly",
        navigator: "readonly",
        performance: "readonly",
        globalThis: "readonly",
        process: "readonly",
        setTimeout: "readonly",
        document: "readonly",
      },
    },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-misused-promises": "error",
    },
  },
);
