import { cleanup, configure, renderHook } from "@testing-library/react";
import { useToaster } from "react-hot-toast/headless";
import { afterEach } from "vitest";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { clearSession } from "#lib/session/session.ts";
import { Confirm } from "#components/ui/confirm.tsx";
import { preloadModal } from "#components/ui/modal.tsx";

// A test sees a dialog as soon as it is opened, as a user does after the page's first seconds.
await Promise.all([Confirm.preload(), preloadModal()]);

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

// A pointer that a test leaves over a toast would hold up the toasts of later tests.
afterEach(() => {
  const { result, unmount } = renderHook(() => useToaster());
  result.current.handlers.endPause();
  unmount();
});

// happy-dom has no top layer.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;
