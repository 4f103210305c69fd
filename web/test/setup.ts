import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { clearSession } from "#lib/session/session.ts";

// The default of one second is too short to load the editor's code on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Each test begins signed out, with empty storage and an empty page.
afterEach(() => {
  cleanup();
  clearSession();
  forgetActingTenant();
  localStorage.clear();
  sessionStorage.clear();
});

// happy-dom has no top layer.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;
