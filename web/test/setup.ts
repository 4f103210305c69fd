import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { clearSession } from "#lib/session/session.ts";

// Each test begins signed out, with nothing stored and nothing on the screen.
afterEach(() => {
  cleanup();
  clearSession();
  forgetActingTenant();
  localStorage.clear();
  sessionStorage.clear();
});

// The top layer, which this DOM does not have.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;
