/* The cheapest way through the maze: A* over two layers of nodes, with vias between them.
 *
 * In C because a board needs some ten million steps; compiled by maze.py when a board is routed.
 * Nodes count row by row, the front first, then the back. Ties go to the lower node, so that the
 * answer never depends on the machine.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKED 65535
enum { STRAIGHT = 10, ACROSS = 13, SLANTED = 14, LAYER_CHANGE = 60 };

typedef struct { int32_t guess, spent, node; } Entry;

static Entry *heap;
static int count, room;

static int before(const Entry *a, const Entry *b)
{
    return a->guess != b->guess ? a->guess < b->guess : a->node < b->node;
}

static void push(Entry e)
{
    if (count == room) {
        room = room ? room * 2 : 1 << 16;
        heap = realloc(heap, room * sizeof(Entry));
    }
    int at = count++;
    for (; at && before(&e, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = e;
}

static Entry pop(void)
{
    Entry top = heap[0], last = heap[--count];
    int at = 0;
    for (int child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && before(&heap[child + 1], &heap[child])) child++;
        if (!before(&heap[child], &last)) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

/* What is left from a node to the box of the targets, at the least. */
static int ahead(int node, int size, int columns, const int *box)
{
    int row = node % size / columns, column = node % size % columns;
    int dx = column < box[0] ? box[0] - column : column > box[1] ? column - box[1] : 0;
    int dy = row < box[2] ? box[2] - row : row > box[3] ? row - box[3] : 0;
    return dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
}

/* The nodes from a target back to a source into `way`; their number, 0 when there is no way.
 * Without targets (`goal` NULL) any free via ends the way, and `way[0]` is where it stands. */
int search(int size, int columns, const uint16_t *cost, const uint16_t *via, const int32_t *from,
           int sources, const uint8_t *goal, const int *box, int32_t *best, int32_t *came,
           int32_t *way)
{
    const int step[8] = {1, -1, columns, -columns,
                         columns + 1, columns - 1, 1 - columns, -1 - columns};
    memset(best, 0x7f, 2 * (size_t)size * sizeof *best);
    count = 0;
    for (int i = 0; i < sources; i++) {
        int node = from[i];
        if (cost[node] == BLOCKED || best[node] == 0) continue;
        best[node] = 0;
        came[node] = -1;
        push((Entry){goal ? ahead(node, size, columns, box) : 0, 0, node});
    }
    while (count) {
        Entry here = pop();
        int node = here.node, end = node;
        if (node >= 2 * size) end = node - 2 * size;       /* a via, where any will do */
        else if (here.spent > best[node]) continue;
        if (node >= 2 * size || (goal && goal[node])) {
            int length = 0;
            for (; end >= 0; end = came[end]) way[length++] = end;
            return length;
        }
        for (int i = 0; i < 9; i++) {
            int back = node >= size, to, price = here.spent;
            if (i < 8) {
                to = node + step[i];
                price += i > 3 ? SLANTED : (i > 1) == back ? STRAIGHT : ACROSS;
            } else {
                if (via[node % size] == BLOCKED) continue;
                price += LAYER_CHANGE + via[node % size];
                to = back ? node - size : node + size;
                if (!goal) {
                    push((Entry){price, price, node + 2 * size});
                    continue;
                }
            }
            if (cost[to] == BLOCKED) continue;
            price += cost[to];
            if (price >= best[to]) continue;
            best[to] = price;
            came[to] = node;
            push((Entry){price + (goal ? ahead(to, size, columns, box) : 0), price, to});
        }
    }
    return 0;
}
