import { Dialog } from "@base-ui/react/dialog";
import { t } from "@intellibox/contract/text/t";
import { X } from "lucide-react";
import { openAskMail } from "#lib/ask-mail.ts";
import { isOwnerSuperAdmin, useSignedIn } from "#lib/session/session.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { backdropClass } from "#components/ui/dialog-looks.ts";
import { Logo } from "#components/ui/logo.tsx";
import { SidebarContent } from "./sidebar.tsx";
import { TenantSelector } from "./tenant-selector.tsx";

/** The sidebar on phones, as a modal dialog. A link, Escape or a click outside closes it, and the shell does on navigation. */
export function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const session = useSignedIn();
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          data-drawer
          className="fixed inset-y-0 start-0 z-50 flex w-[284px] max-w-[88vw] flex-col bg-canvas shadow-popup transition-transform duration-240 ease-out outline-none data-starting-style:-translate-x-full data-ending-style:-translate-x-full rtl:data-starting-style:translate-x-full rtl:data-ending-style:translate-x-full"
        >
          <header className="flex h-13 shrink-0 items-center gap-2.5 pe-2 ps-4">
            <Logo />
            <Dialog.Title className="flex-1 text-md font-semibold">Intellibox</Dialog.Title>
            <Dialog.Close
              render={<IconButton label={t("Close menu")} icon={<X className="size-5" aria-hidden="true" />} />}
            />
          </header>
          {isOwnerSuperAdmin(session) && (
            <div className="px-3 pb-2">
              <TenantSelector className="block w-full" />
            </div>
          )}
          {!session.user.mailClosed && (
            <div className="px-3 pb-2">
              <Button
                className="w-full"
                icon={<AiIcon className="size-4 text-ai" />}
                onClick={() => {
                  onClose();
                  // Runs after the drawer has returned the focus, so that the panel can take it.
                  setTimeout(openAskMail);
                }}
              >
                {t("Ask your mail")}
              </Button>
            </div>
          )}
          <SidebarContent onNavigate={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
