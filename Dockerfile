# syntax=docker/dockerfile:1
# The product in one image: `web`, `worker` or both, by INTELLIBOX_ROLE. See docs/operations.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY cli/package.json cli/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
# The package `node` would bring a second Node. The image has its own.
RUN npm ci --ignore-scripts && rm -rf node_modules/node
COPY . .
RUN node scripts/build-web.mjs

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY cli/package.json cli/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
# Optional packages are the binaries of this platform: image and password libraries, and the embedded PostgreSQL.
RUN npm ci --ignore-scripts --omit=dev --workspace=contract --workspace=server && rm -rf node_modules/node

FROM node:24-bookworm-slim
# Node runs the TypeScript sources, so there is nothing to compile and no package manager is needed.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
  && mkdir /data && chown node:node /data && chmod 700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE NOTICE ./
COPY contract contract
COPY server server
COPY scripts/healthcheck.mjs scripts/
COPY --from=build /app/web/dist web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 INTELLIBOX_DATA=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
# Node is process 1 and handles SIGTERM itself: it finishes calls and mails under way before it ends.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "server/src/main.ts"]
