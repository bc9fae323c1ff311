/* Memory of the host: the system's, or WebAssembly's, which only grows. */

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)

#define PAGE 65536
#define CEILING ((size_t)1 << 31)

#if defined(__wasi__)
#include <string.h>
#else
void *memset(void *start, int value, size_t size) {
    return __builtin_memset(start, value, size);
}

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}
#endif

extern unsigned char __heap_base;
static size_t heap_end;  /* of what is in use */
static size_t last_block;

/* Return zeroed memory, or 0: pages come as zeros, and none is given back. */
static void *provide(size_t size) {
    if (heap_end == 0)
        heap_end = (size_t)&__heap_base;
    size_t start = (heap_end + 63) & ~(size_t)63;
    if (size > CEILING - start)
        return 0;
    size_t missing = start + size, there = (size_t)__builtin_wasm_memory_size(0) * PAGE;
    if (missing > there &&
        __builtin_wasm_memory_grow(0, (missing - there + PAGE - 1) / PAGE) == (size_t)-1)
        return 0;
    heap_end = start + size;
    last_block = start;
    return (void *)start;
}

/* Return memory for more bytes that holds what a block held, and zeros; or 0. */
static void *enlarge(void *block, size_t size, size_t wanted) {
    if ((size_t)block == last_block) { /* it ends where the free memory begins */
        size_t end = heap_end;
        heap_end = last_block;
        if (provide(wanted) != 0)
            return block;
        heap_end = end;
        return 0;
    }
    void *larger = provide(wanted);
    if (larger != 0)
        __builtin_memcpy(larger, block, size);
    return larger;
}

static void discard(void *block) { (void)block; }

#else

#include <stdlib.h>
#include <string.h>

static void *provide(size_t size) { return calloc(size ? size : 1, 1); }

static void *enlarge(void *block, size_t size, size_t wanted) {
    char *larger = realloc(block, wanted);
    if (larger != 0)
        memset(larger + size, 0, wanted - size);
    return larger;
}

static void discard(void *block) { free(block); }

#endif
