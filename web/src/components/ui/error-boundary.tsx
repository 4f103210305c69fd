import { Component, type ReactNode } from "react";

type BoundaryProps = {
  children: ReactNode;
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** Called before the retry, for example to reset a failed query. */
  onRetry?: () => void;
};

/** Contains a render error: the rest of the page stays usable. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  retry = () => {
    this.props.onRetry?.();
    this.setState({ error: undefined, failed: false });
  };

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error, this.retry) : this.props.children;
  }
}
