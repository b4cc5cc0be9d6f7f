// Draws images/icon.png from images/icon.svg with Chromium: the marketplace does not accept SVG.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
await page.setContent(
  `<style>body { margin: 0 } svg { display: block }</style>${readFileSync("images/icon.svg", "utf8")}`,
);
await page.screenshot({ path: "images/icon.png", omitBackground: true });
await browser.close();
