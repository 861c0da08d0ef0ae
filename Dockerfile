# docker build -t ibid . && docker run -p 4646:4646 -v ibid:/data ibid
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm run pack -- /packed

FROM node:24-bookworm-slim
ENV NODE_ENV=production IBID_DATA=/data ONNXRUNTIME_NODE_INSTALL=skip
WORKDIR /app
COPY --from=build /packed/*.tgz /packed/
RUN npm init -y >/dev/null && npm install --no-audit --no-fund /packed/*.tgz && rm -rf /packed \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4646
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:4646/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["/app/node_modules/.bin/ibid"]
CMD ["serve", "--host", "0.0.0.0", "--port", "4646", "--login"]
