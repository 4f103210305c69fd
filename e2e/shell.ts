// Locators for the shell around every page, by role and name.
import type { Page } from "@playwright/test";

export const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
export const section = (page: Page, title: string) =>
  menu(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title }) })
    .getByRole("link");
export const account = (page: Page) => page.getByRole("button", { name: /Account/ });
export const profile = (page: Page) => page.getByRole("dialog", { name: "Profile menu" });
