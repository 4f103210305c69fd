import {
  Bot,
  Building2,
  Circle,
  ClockArrowUp,
  CreditCard,
  FileText,
  Inbox,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  Mails,
  PenLine,
  Reply,
  ScrollText,
  Send,
  Server,
  Settings,
  UserRound,
} from "lucide-react";

/** The icons that the server's menu may name. Any other name gets a circle. */
const icons: Record<string, LucideIcon> = {
  bot: Bot,
  "building-2": Building2,
  "clock-arrow-up": ClockArrowUp,
  "credit-card": CreditCard,
  "file-text": FileText,
  inbox: Inbox,
  "layout-dashboard": LayoutDashboard,
  "layout-template": LayoutTemplate,
  mails: Mails,
  "pen-line": PenLine,
  reply: Reply,
  "scroll-text": ScrollText,
  send: Send,
  server: Server,
  settings: Settings,
  "user-round": UserRound,
};

export function MenuIcon({ name, className = "size-4" }: { name: string | undefined; className?: string }) {
  const Icon = (name && Object.hasOwn(icons, name) && icons[name]) || Circle;
  return <Icon className={className} strokeWidth={1.75} aria-hidden="true" />;
}
