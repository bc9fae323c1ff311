// The engine in its worker: each call returns a promise.

export class Engine {
  #calls = new Map();
  #next = 1;

  constructor(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      const call = this.#calls.get(data.id);
      if (call === undefined) return;
      if ("progress" in data) return call.progress?.(data.progress);
      this.#calls.delete(data.id);
      if ("error" in data) call.fail(new Error(data.error));
      else call.done(data.value);
    };
    worker.onerror = (event) => {
      for (const call of this.#calls.values()) call.fail(new Error(event.message));
    };
  }

  call(name, argument, progress) {
    const id = this.#next++;
    const given = argument === undefined ? [] : [argument];
    this.worker.postMessage({ id, call: name, arguments: given });
    return new Promise((done, fail) => this.#calls.set(id, { done, fail, progress }));
  }
}
