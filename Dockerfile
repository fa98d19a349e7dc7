# The server alone, without compiler and Node.js, as somebody who may write nothing but its data.
#   docker build -t openoutcry .
#   docker run -p 8100:8100 -v floor:/data openoutcry
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN python3 -m venv /opt/outcry \
    && python3 -m venv /tmp/builder \
    && /tmp/builder/bin/pip install --require-hashes -r build.lock -r node.lock \
    && /tmp/builder/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /tmp/wheels . \
    && /opt/outcry/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && /opt/outcry/bin/pip install --no-cache-dir --no-deps /tmp/wheels/*.whl

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /data outcry
COPY --from=build /opt/outcry /opt/outcry
USER outcry
VOLUME /data
EXPOSE 8100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/opt/outcry/bin/python", "-c", \
    "import urllib.request as web; web.urlopen('http://127.0.0.1:8100/healthz/ready', timeout=4)"]
ENTRYPOINT ["/opt/outcry/bin/outcry"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8100", "--data", "/data", "--no-browser"]
