/** The theme: light, dark, or that of the system. `public/theme.js` applies the same choice before the first paint. */
import { useSyncExternalStore } from "react";
import { textEntry } from "./storage.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const entry = textEntry("intellibox.theme");
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

export const currentTheme = (): Theme => themes.find((theme) => theme === entry.read()) ?? "system";

export function chooseTheme(theme: Theme) {
  entry.write(theme);
  apply();
}

export const isDark = () => currentTheme() === "dark" || (currentTheme() === "system" && systemDark.matches);

export const useTheme = () => useSyncExternalStore(watch, currentTheme);
export const useIsDark = () => useSyncExternalStore(watch, isDark);

systemDark.addEventListener("change", apply);
addEventListener("storage", (event) => event.key === "intellibox.theme" && apply());

function watch(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function apply() {
  const dark = isDark();
  document.documentElement.classList.toggle("dark", dark);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#0C0D10" : "#F5F5F7");
  for (const listener of listeners) listener();
}
