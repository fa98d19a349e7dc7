/* Browsers start no worker for pages that are opened as files: there the search runs in a frame. */
if (location.protocol === 'file:') {
  window.IFrameWorker = true; // by this the search knows where it is, and where its languages lie
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      this.waiting = [];
      this.frame = document.createElement('iframe');
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      inside.importScripts = async (...scripts) => {
        for (const each of scripts) await this.load(each);
      };
      this.load(script).then(() => {
        this.ready = true;
        for (const data of this.waiting.splice(0)) this.postMessage(data);
      });
    }

    load(script) {
      return new Promise((loaded, failed) => {
        const element = this.frame.contentDocument.createElement('script');
        element.src = script;
        element.onload = loaded;
        element.onerror = failed;
        this.frame.contentDocument.head.append(element);
      });
    }

    postMessage(data) {
      if (this.ready) this.frame.contentWindow.dispatchEvent(new MessageEvent('message', { data }));
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
