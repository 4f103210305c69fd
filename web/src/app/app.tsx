import { BrowserRouter } from "#lib/router/router.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { AppRoutes } from "./routes.tsx";

/** The root component. It uses the plain router: the data router would make the login page's code a sixth larger. */
export function App() {
  return (
    <ErrorBoundary fallback={(error) => <ErrorScreen error={error} />}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  );
}
