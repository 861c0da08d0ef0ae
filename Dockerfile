FROM node:24-slim AS build
WORKDIR /ibid
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
WORKDIR /ibid
COPY --from=build /ibid /ibid
ENV NODE_ENV=production IBID_DATA=/data
VOLUME /data
EXPOSE 4646
USER node
ENTRYPOINT ["node", "packages/cli/dist/bin.js"]
CMD ["serve", "--login", "--host", "0.0.0.0"]
