# The images of a release. `--target tools` has git and kustomize as well, for `--base` and for overlays; what is built without one has Node alone.
# The bases are named by tag: the release builds on what they are on its day, and its provenance names their digests. Dependabot raises them.
ARG BASE=gcr.io/distroless/nodejs24-debian12:nonroot
ARG DEBIAN=docker.io/library/debian:12-slim
ARG KUSTOMIZE=registry.k8s.io/kustomize/kustomize:v5.8.1

FROM ${BASE} AS node

FROM ${KUSTOMIZE} AS kustomize

FROM ${DEBIAN} AS tools
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git libstdc++6 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
COPY --from=node /nodejs/bin/node /nodejs/bin/node
COPY --from=kustomize /app/kustomize /usr/local/bin/kustomize
ARG VERSION=unknown REVISION=unknown SOURCE=unknown
LABEL org.opencontainers.image.title="fleet-gate" \
      org.opencontainers.image.description="The gate for KubeFleet and Azure Kubernetes Fleet Manager" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
COPY LICENSE /fleet-gate/LICENSE
COPY dist/ /fleet-gate/dist/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/nodejs/bin/node", "/fleet-gate/dist/cli.js"]
CMD ["--help"]

# What is built where no target is named. From here on both are the same, which a test holds.
FROM node AS fleet-gate
ARG VERSION=unknown REVISION=unknown SOURCE=unknown
LABEL org.opencontainers.image.title="fleet-gate" \
      org.opencontainers.image.description="The gate for KubeFleet and Azure Kubernetes Fleet Manager" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
COPY LICENSE /fleet-gate/LICENSE
COPY dist/ /fleet-gate/dist/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/nodejs/bin/node", "/fleet-gate/dist/cli.js"]
CMD ["--help"]
