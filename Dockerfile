# docker build -t ibid:0.1.0 . && docker run -p 4646:4646 -v ibid:/data ibid:0.1.0
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm run pack -- /packed

# The packages as published, with exactly the dependencies in the lock file.
FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production IBID_DATA=/data ONNXRUNTIME_NODE_INSTALL=skip
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /packed/staged/ packages/
# The embedder's runtime ships builds for five platforms; the image keeps only its own.
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force && mkdir /data && chown node:node /data \
  && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} +
USER node
VOLUME /data
EXPOSE 4646
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:4646/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["/app/node_modules/.bin/ibid"]
CMD ["serve", "--host", "0.0.0.0", "--port", "4646", "--login"]
