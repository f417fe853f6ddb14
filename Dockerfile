# Colophon in a container: built in one image, run from another that has neither compiler nor tests.
# The tag moves with Node 24's patches; to pin it, put the digest of `docker buildx imagetools inspect node:24-slim` behind it.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# Named by `colophon --version`: --build-arg COMMIT="$(git rev-parse --short HEAD)"
ARG COMMIT
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY package.json README.md LICENSE CHANGELOG.md ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data /backups && chown node:node /data /backups
USER node
# Nothing is written but here, and little to /tmp: the root file system may be read-only.
VOLUME ["/data", "/backups"]
EXPOSE 3000 3001
# As `bin` starts it; see "Processors" in docs/operating.md.
ENTRYPOINT ["node", "--single-threaded-gc", "dist/infra/main.js"]
CMD ["start"]
