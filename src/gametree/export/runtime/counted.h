/* Memory whose references Numba counts: that of lists of numbers and of texts. */

/* Compiled code reads the members where they are on a machine of 64 bits. */
#define WORD __attribute__((aligned(8)))

typedef struct {
    int64_t references;
    void *destroy WORD;
    void *destroy_items WORD;
    void *data WORD;
    int64_t size;
    void *allocator WORD;
} counted;

#if defined(__wasm__)

/* Blocks of powers of 2 within one piece of memory; freed ones are in a list for each size. */
enum { HEAP = 1 << 22, SIZES = 32 };
static char *heap, *heap_top;
static void *freed[SIZES];

static int size_class(int64_t size) {
    int class = 5;
    while (((int64_t)1 << class) < size + 8)
        class++;
    return class;
}

static void *take(int64_t size) {
    if (size < 0 || size >= HEAP)
        return 0;
    int class = size_class(size);
    int64_t *block = freed[class];
    if (block != 0)
        freed[class] = *(void **)(block + 1);
    else {
        if (heap == 0 || heap_top + ((size_t)1 << class) > heap + HEAP)
            return 0;
        block = (int64_t *)heap_top;
        heap_top += (size_t)1 << class;
        *block = class;
    }
    return block + 1;
}

static void give(void *data) {
    if (data == 0)
        return;
    int64_t *block = (int64_t *)data - 1;
    *(void **)data = freed[*block];
    freed[*block] = block;
}

static void *retake(void *data, int64_t size) {
    void *made = take(size);
    if (made != 0 && data != 0) {
        int64_t before = ((int64_t)1 << ((int64_t *)data)[-1]) - 8;
        __builtin_memcpy(made, data, (size_t)(before < size ? before : size));
        give(data);
    }
    return made;
}

static int prepare_counted(void) {
    if (heap == 0)
        heap = heap_top = provide(HEAP);
    return heap != 0;
}

/* Functions keep nothing from call to call, but those that raise an error do not free all. */
static void empty_counted(void) {
    heap_top = heap;
    for (int i = 0; i < SIZES; i++)
        freed[i] = 0;
}

#else

static void *take(int64_t size) { return size < 0 ? 0 : malloc((size_t)size + 1); }
static void give(void *data) { free(data); }
static void *retake(void *data, int64_t size) { return realloc(data, (size_t)size + 1); }
static int prepare_counted(void) { return 1; }
static void empty_counted(void) {}

#endif

static counted *counted_with(void *data, int64_t size) {
    counted *made = data == 0 ? 0 : take(sizeof(counted));
    if (made == 0)
        return 0;
    made->references = 1;
    made->destroy = made->destroy_items = made->allocator = 0;
    made->data = data;
    made->size = size;
    return made;
}

void *NRT_MemInfo_alloc(int64_t size) { return counted_with(take(size), size); }
void *NRT_MemInfo_alloc_safe(int64_t size) { return NRT_MemInfo_alloc(size); }
void *NRT_MemInfo_new_varsize(int64_t size) { return NRT_MemInfo_alloc(size); }

/* What `take` returns is aligned to 8 bytes, which is enough for numbers of 64 bits. */
void *NRT_MemInfo_alloc_aligned(int64_t size, int32_t align) {
    return (void)align, NRT_MemInfo_alloc(size);
}
void *NRT_MemInfo_alloc_safe_aligned(int64_t size, int32_t align) {
    return (void)align, NRT_MemInfo_alloc(size);
}

void *NRT_MemInfo_new_varsize_dtor(int64_t size, void *destroy_items) {
    counted *made = NRT_MemInfo_alloc(size);
    if (made != 0)
        made->destroy_items = destroy_items;
    return made;
}

void *NRT_MemInfo_varsize_alloc(counted *memory, int64_t size) {
    memory->data = take(size);
    memory->size = size;
    return memory->data;
}

void *NRT_MemInfo_varsize_realloc(counted *memory, int64_t size) {
    void *made = retake(memory->data, size);
    if (made != 0) {
        memory->data = made;
        memory->size = size;
    }
    return made;
}

void NRT_MemInfo_varsize_free(counted *memory, void *data) {
    if (data == memory->data)
        memory->data = 0;
    give(data);
}

void NRT_MemInfo_call_dtor(counted *memory) {
    if (memory->destroy_items != 0)
        ((void (*)(void *))memory->destroy_items)(memory->data);
    give(memory->data);
    give(memory);
}

void *NRT_Allocate(int64_t size) { return take(size); }
void NRT_Free(void *data) { give(data); }
