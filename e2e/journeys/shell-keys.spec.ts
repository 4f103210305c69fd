import { expect, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { signInAs } from "../people.ts";
import { account, menu, profile } from "../shell.ts";
import { forgetDraft } from "../writing.ts";

test.describe("keyboard and theme", () => {
  test("the command palette finds a page and opens it [BYD-03]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await expect(palette.getByRole("combobox", { name: "Commands and mail" })).toBeFocused();
    await page.keyboard.type("summ");
    await expect(palette.getByRole("option")).toContainText([/^Summarize Email/, "Search mail for “summ”"]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/summarize$/);
    await expect(palette).toBeHidden();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("meera ");
    await expect(palette.getByRole("option").first()).toHaveText("Search mail for “meera”");
    // Mail and people that have the word follow, once the server has found them.
    await expect(palette.getByRole("option").filter({ hasText: /Meera/ }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/inbox\?q=meera$/);
    await expect(page.getByRole("combobox", { name: "Search mail" })).toHaveValue("meera");
  });

  test("shortcuts open pages, are listed, and can be turned off [BYD-02]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await expect(menu(page).getByRole("link", { name: "Inbox" })).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(page).toHaveURL(/\/summarize$/);
    await expect(page.getByRole("main", { name: "Summarize Email" })).toBeVisible();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list.getByText("Summarize Email")).toBeVisible();
    await list.getByRole("switch", { name: /Single-key/ }).uncheck();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.keyboard.press("?");
    await expect(list).toBeHidden();
    await expect(page).toHaveURL(/\/summarize$/);
  });

  test("c starts a mail in Compose, and z undoes the last action [BYD-02]", async ({ page }) => {
    const session = await signInAs(page, "user", "/dashboard");
    await forgetDraft(page, session, "compose");
    await expect(menu(page).getByRole("link", { name: "Inbox" })).toBeVisible();
    await page.keyboard.press("z");
    await expect(page.getByText("Nothing to undo.")).toBeVisible();
    await page.keyboard.press("c");
    const intent = page.getByRole("textbox", { name: "Intent" });
    await expect(intent).toBeFocused();
    await intent.fill("Thank the team");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(intent).toHaveValue("");
    await page.keyboard.press("z");
    await expect(intent).toHaveValue("Thank the team");
  });

  test("a chosen theme is applied before the first paint of the next visit [BYD-04]", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await signInAs(page, "user", "/compose");
    await account(page).click();
    await profile(page).getByText("Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
    // The app's code is blocked, so only the small script in the head can have set it.
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("html")).toHaveClass(/dark/);
  });
});

test("a page that throws shows Unexpected Application Error! with its message, within the shell [ERR-26]", async ({
  page,
}) => {
  await signInAs(page, "user", "/compose");
  await page.route("**/assets/*summarize-page*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "const broken = () => { throw new Error('The page broke on purpose'); }; export { broken as SummarizePage };",
    }),
  );
  await page.getByRole("link", { name: "Summarize Email" }).click();
  await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
  await expect(page.getByText("The page broke on purpose")).toBeVisible();
  await page.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
});

test("the shell, its menus and dialogs are accessible, light and dark", async ({ page }) => {
  // Eight axe runs on whole pages take more than a minute on a busy machine.
  test.setTimeout(300_000);
  await signInAs(page, "owner", "/sa");
  await expect(page.getByRole("combobox", { name: "Company" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.keyboard.press("Escape");
  for (const colorScheme of ["light", "dark"] as const) {
    // Popups close when the window changes, so each look opens them again.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await account(page).click();
    await expect(profile(page)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 360, height: 760 });
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("dialog", { name: "Intellibox" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
});
