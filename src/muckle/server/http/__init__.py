"""The room over HTTP and WebSocket: addresses, pages, and how messages get in and out."""
