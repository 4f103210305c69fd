import { expect, test } from "@playwright/test";
import { signInAs } from "../people.ts";
import { attach, bytesFile, toastOf } from "../writing.ts";

const tooMany = Array.from({ length: 11 }, (_, index) => bytesFile(`${index}.txt`, 1));

for (const path of ["/compose", "/reply"]) {
  test(`a toast of ${path} is shown for 3 seconds [TST-07]`, async ({ page }) => {
    await page.clock.install();
    await signInAs(page, "user", path);
    await page.clock.pauseAt(Date.now() + 60_000);
    await attach(page, tooMany);
    const toast = toastOf(page, "At most 10 files can be attached.");
    await expect(toast).toBeVisible();
    await page.clock.runFor(2_950);
    await expect(toast).toHaveClass(/pointer-events-auto/);
    await page.clock.runFor(100);
    await expect(toast).not.toHaveClass(/pointer-events-auto/);
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);
  });
}
