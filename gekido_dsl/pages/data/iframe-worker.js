// Browsers start no worker from the disk. There, the program of the search runs in a hidden frame instead.
(() => {
  "use strict";
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inner = this.frame.contentWindow;
      inner.document.open();
      inner.document.write("<!doctype html><title>Search</title><body></body>");
      inner.document.close();
      const load = (source) => new Promise((done, failed) => {
        const script = inner.document.createElement("script");
        script.src = source;
        script.onload = done;
        script.onerror = failed;
        inner.document.body.append(script);
      });
      inner.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        this.onmessage?.(event);
      };
      inner.importScripts = async (...sources) => { for (const source of sources) await load(source); };
      this.ready = load(new URL(url, location));
    }

    postMessage(data) {
      this.ready.then(() => {
        const inner = this.frame.contentWindow;
        inner.dispatchEvent(new inner.MessageEvent("message", { data }));
      });
    }

    terminate() { this.frame.remove(); }
  }

  // The theme looks for the second name to find the files beside its worker.
  window.Worker = window.IFrameWorker = FrameWorker;
})();
