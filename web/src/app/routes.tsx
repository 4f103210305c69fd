import { lazy, Suspense } from "react";
import { Navigate, useLocation } from "#lib/router/router.tsx";
import { Outlet, Route, Routes } from "#lib/router/routes.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { LoginPage } from "#features/login/login-page.tsx";
import { RequireAccess, RequireSession, RequireVisitor } from "./guards.tsx";
import { pageAt, pages } from "./pages.tsx";

const loadSignedIn = () => import("./signed-in.tsx");
const SignedIn = lazy(() => loadSignedIn().then((m) => ({ default: m.SignedIn })));

const SetupPage = lazy(() => import("#features/setup/setup-page.tsx").then((m) => ({ default: m.SetupPage })));
const SetPassword = lazy(() =>
  import("#features/account/set-password-page.tsx").then((m) => ({ default: m.SetPasswordPage })),
);

const ForgotPassword = lazy(() =>
  import("#features/account/forgot-password-page.tsx").then((m) => ({ default: m.ForgotPasswordPage })),
);

const SsoPage = lazy(() => import("#features/login/sso-page.tsx").then((m) => ({ default: m.SsoPage })));

const HelpPage = lazy(() => import("#features/help/help-page.tsx").then((m) => ({ default: m.HelpPage })));

/** All routes, each with its access check. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/login" replace />} />
      <Route
        path="/login"
        element={
          <RequireVisitor>
            <LoginPage onEmailGiven={preloadSignedIn} />
          </RequireVisitor>
        }
      />
      <Route
        path="/setup"
        element={
          <RequireVisitor>
            <Suspense fallback={null}>
              <SetupPage />
            </Suspense>
          </RequireVisitor>
        }
      />
      <Route
        path="/forgot-password"
        element={
          <RequireVisitor>
            <Suspense fallback={null}>
              <ForgotPassword />
            </Suspense>
          </RequireVisitor>
        }
      />
      <Route
        path="/sso"
        element={
          <RequireVisitor>
            <Suspense fallback={null}>
              <SsoPage />
            </Suspense>
          </RequireVisitor>
        }
      />
      <Route
        path="/set-password"
        element={
          <Suspense fallback={null}>
            <SetPassword />
          </Suspense>
        }
      />
      <Route
        path="/help/*"
        element={
          <Suspense fallback={null}>
            <HelpPage />
          </Suspense>
        }
      />
      <Route
        element={
          <RequireSession>
            <SignedInLayout />
          </RequireSession>
        }
      >
        {pages.map(({ path, access, Component }) => (
          <Route
            key={path}
            path={path}
            element={
              <RequireAccess access={access}>
                <Component />
              </RequireAccess>
            }
          />
        ))}
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

function SignedInLayout() {
  // Loads the page's code in parallel with the shell's.
  void pageAt(useLocation().pathname)?.preload();
  const { user } = useSignedIn();
  return (
    <Suspense fallback={null}>
      {/* Another tab may sign in another user. The key then discards everything that was loaded for the first one. */}
      <SignedIn key={user._id}>
        <Outlet />
      </SignedIn>
    </Suspense>
  );
}

/** Called while the user types the password, which leaves time to load the signed-in code. */
const preloadSignedIn = () => void loadSignedIn();
