import { Confirm } from "./confirm.tsx";

type UnfilledTokensProps = { tokens: string[]; onSend: () => void; onKeep: () => void };

/** Before a mail goes out that still says "Dear {FirstName}". */
export const UnfilledTokens = ({ tokens, onSend, onKeep }: UnfilledTokensProps) => (
  <Confirm
    title={
      tokens.length === 1 ? "Fill in this placeholder before sending" : "Fill in these placeholders before sending"
    }
    action="Send anyway"
    danger={false}
    onConfirm={onSend}
    onCancel={onKeep}
  >
    Your email still contains:
    <ul className="mt-2.5 flex flex-wrap gap-1.5">
      {tokens.map((token) => (
        <li key={token} className="rounded-item bg-warn-bg px-2 py-0.5 font-mono text-sm text-warn">
          {token}
        </li>
      ))}
    </ul>
  </Confirm>
);
