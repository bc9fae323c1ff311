# gametree serve from the checkout: docker build -t gametree .
FROM python:3.13-slim

COPY pyproject.toml README.md LICENSE /checkout/
COPY src /checkout/src
RUN pip install --no-cache-dir '/checkout[web]' \
    && useradd --uid 1000 --create-home gametree \
    && install --directory --owner gametree /data

USER gametree
# Games, and what has been compiled.
ENV GAMETREE_DATA_DIR=/data XDG_CACHE_HOME=/data/cache
VOLUME /data

EXPOSE 8000
HEALTHCHECK --start-period=30s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/ready', timeout=3)"]
ENTRYPOINT ["gametree", "serve", "--no-open", "--host", "0.0.0.0"]
