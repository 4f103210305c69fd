import { BrowserRouter } from "react-router";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { AppRoutes } from "./routes.tsx";

/** The whole program. The plain router: the data router would cost the login page a sixth of its weight for nothing it uses. */
export function App() {
  return (
    <ErrorBoundary fallback={(error) => <ErrorScreen error={error} />}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  );
}
