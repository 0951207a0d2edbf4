// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an edit does to components. It touches some sectors; regions outside of them keep their
// shape. Every new region of a touched sector and every outside region in contact with the touched
// sectors, before or after the edit, starts a front. Fronts in contact are joined, which is where
// components merge. If the fronts that claim one component are still several, the component may
// have come apart: they spread over the regions, one region each in turn, and are joined when they
// meet. A front that runs dry is cut off and takes a fresh number. When one is left it need not
// search on: whatever remains of the component is its own. So a split costs about twice the smaller
// parts, and an edit that splits nothing costs the way around it.
#include "base/check.h"
#include "map/components.h"

/// Appends a region to the circle whose last one is `*tail`.
static void fronts_append(wayi_region *regions, uint32_t *tail, uint32_t slot)
{
    if (*tail == WAYI_NONE) {
        regions[slot].next = slot;
    } else {
        regions[slot].next = regions[*tail].next;
        regions[*tail].next = slot;
    }
    *tail = slot;
}

/// Takes the first region out of a circle that is not empty.
static uint32_t fronts_take(wayi_region *regions, uint32_t *tail)
{
    const uint32_t slot = regions[*tail].next;
    if (slot == *tail) {
        *tail = WAYI_NONE;
    } else {
        regions[*tail].next = regions[slot].next;
    }
    return slot;
}

/// Makes one circle of two and returns its last region.
static uint32_t fronts_splice(wayi_region *regions, uint32_t a, uint32_t b)
{
    if (a == WAYI_NONE || b == WAYI_NONE) {
        return a == WAYI_NONE ? b : a;
    }
    const uint32_t first = regions[a].next;
    regions[a].next = regions[b].next;
    regions[b].next = first;
    return b;
}

void wayi_front_begin(wayi_components *components, uint32_t slot)
{
    wayi_region *region = &components->regions[slot];
    region->stamp = components->generation;
    region->front = slot;
    region->next = slot;
    region->pending = WAYI_NONE;
    region->done = slot;
    region->count = 1;
    region->claim = WAYI_NONE;
    region->peer = WAYI_NONE;
}

void wayi_front_begin_outside(wayi_components *components, uint32_t slot)
{
    wayi_front_begin(components, slot);
    wayi_region *region = &components->regions[slot];
    region->pending = slot;
    region->done = WAYI_NONE;
    region->claim = region->number;
    region->link = components->outside;
    components->outside = slot;
}

uint32_t wayi_front_find(wayi_components *components, uint32_t slot)
{
    wayi_region *regions = components->regions;
    while (regions[slot].front != slot) {
        regions[slot].front = regions[regions[slot].front].front;
        slot = regions[slot].front;
    }
    return slot;
}

/// Joins two different fronts and returns the one that goes on.
static uint32_t fronts_join(wayi_components *components, uint32_t a, uint32_t b)
{
    wayi_region *regions = components->regions;
    const uint32_t keep = regions[a].count < regions[b].count ? b : a;
    const uint32_t lose = keep == a ? b : a;
    regions[lose].front = keep;
    regions[keep].pending = fronts_splice(regions, regions[keep].pending, regions[lose].pending);
    regions[keep].done = fronts_splice(regions, regions[keep].done, regions[lose].done);
    regions[keep].count += regions[lose].count;
    if (regions[keep].claim == WAYI_NONE) {
        regions[keep].claim = regions[lose].claim;
    } else if (regions[lose].claim != WAYI_NONE) {
        wayi_number_merge(components, regions[keep].claim, regions[lose].claim);
    }
    return keep;
}

void wayi_front_connect(const way_map *map, const wayi_layer *layer, uint32_t sector)
{
    wayi_components *components = layer->components;
    wayi_contact contacts[WAYI_CONTACTS_MAX];
    const uint32_t count = wayi_sector_contacts(map, layer, sector, WAYI_LABEL_ANY, contacts);
    const uint32_t first = components->sectors[sector].first;
    for (uint32_t i = 0; i < count; i++) {
        if (components->regions[contacts[i].other].stamp != components->generation) {
            wayi_front_begin_outside(components, contacts[i].other);
        }
        const uint32_t own = wayi_front_find(components, first + contacts[i].own);
        const uint32_t other = wayi_front_find(components, contacts[i].other);
        if (own != other) {
            (void)fronts_join(components, own, other);
        }
    }
}

static wayi_number *fronts_component(wayi_components *components, uint32_t front)
{
    const uint32_t claim = components->regions[front].claim;
    return &components->numbers[components->numbers[claim].root];
}

/// Expands one region of a front.
static void fronts_expand(const way_map *map, const wayi_layer *layer, uint32_t front)
{
    wayi_components *components = layer->components;
    wayi_region *regions = components->regions;
    const uint32_t slot = fronts_take(regions, &regions[front].pending);
    fronts_append(regions, &regions[front].done, slot);
    wayi_contact contacts[WAYI_CONTACTS_MAX];
    const uint32_t sector = regions[slot].sector;
    const uint32_t count = wayi_sector_contacts(map, layer, sector,
                                                slot - components->sectors[sector].first, contacts);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = contacts[i].other;
        if (regions[other].stamp != components->generation) {
            regions[other].stamp = components->generation;
            regions[other].front = front;
            regions[front].count++;
            fronts_append(regions, &regions[front].pending, other);
            continue;
        }
        const uint32_t met = wayi_front_find(components, other);
        if (met != front) {
            fronts_component(components, front)->open--;
            front = fronts_join(components, front, met);
        }
    }
}

/// Gives all regions of a front that ran dry a number of their own.
static void fronts_cut_off(wayi_components *components, uint32_t front)
{
    wayi_region *regions = components->regions;
    const uint32_t number = wayi_number_create(components);
    components->numbers[number].regions = regions[front].count;
    uint32_t slot = regions[front].done;
    do {
        wayi_number_release(components, regions[slot].number);
        regions[slot].number = number;
        slot = regions[slot].next;
    } while (slot != regions[front].done);
}

/// Lists the fronts that claim a component and counts them there; returns the first.
static uint32_t fronts_list(wayi_components *components)
{
    wayi_region *regions = components->regions;
    uint32_t head = WAYI_NONE;
    for (uint32_t slot = components->outside; slot != WAYI_NONE; slot = regions[slot].link) {
        const uint32_t front = wayi_front_find(components, slot);
        // The last of the list needs a mark too: it points at itself.
        if (regions[front].peer == WAYI_NONE) {
            regions[front].peer = head == WAYI_NONE ? front : head;
            head = front;
            fronts_component(components, front)->open++;
        }
    }
    return head;
}

/// Gives a front its turn; returns whether it wants another.
static bool fronts_turn(const way_map *map, const wayi_layer *layer, uint32_t front)
{
    wayi_components *components = layer->components;
    if (components->regions[front].front != front) {
        return false;
    }
    wayi_number *component = fronts_component(components, front);
    if (component->open <= 1) {
        component->open = 0;
        return false;
    }
    if (components->regions[front].pending == WAYI_NONE) {
        component->open--;
        fronts_cut_off(components, front);
        return false;
    }
    fronts_expand(map, layer, front);
    return true;
}

void wayi_front_search(const way_map *map, const wayi_layer *layer)
{
    wayi_region *regions = layer->components->regions;
    uint32_t head = fronts_list(layer->components);
    while (head != WAYI_NONE) {
        uint32_t kept_first = WAYI_NONE;
        uint32_t kept_last = WAYI_NONE;
        for (uint32_t front = head, next; front != WAYI_NONE; front = next) {
            next = regions[front].peer == front ? WAYI_NONE : regions[front].peer;
            if (!fronts_turn(map, layer, front)) {
                continue;
            }
            if (kept_first == WAYI_NONE) {
                kept_first = front;
            } else {
                regions[kept_last].peer = front;
            }
            kept_last = front;
            regions[front].peer = front;
        }
        head = kept_first;
    }
}
