// A list of distinct events that a child fills and its parent reads: in the order of their first occurrence,
// each with a count. It lives in shared memory, so that what was seen before a crash is not lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace ariadne {

inline constexpr uint32_t MaxEvents = 1 << 16;

// Event: { uint64_t place; uint32_t kinds; uint64_t count; ... }, where (place, kinds) tells events apart.
template <class Event> class EventLog {
public:
  // Parent, before a run.
  void clear() { used = 0; }

  // Parent, after a run. The numbers come from memory that hostile code could write.
  uint32_t size() const { return std::min<uint32_t>(used, MaxEvents); }
  const Event &operator[](uint32_t i) const { return events[i]; }

  // Child: counts the event. If it is new, the log has room, and `fill` is called with what is still to be
  // filled in.
  template <class Fill> void add(uint64_t place, uint32_t kinds, Fill fill) {
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
    uint32_t slot = uint32_t((place * 31 + kinds) * 0x9e3779b97f4a7c15 >> 40) % Slots;
    while (index[slot] && !is(events[index[slot] - 1], place, kinds))
      slot = (slot + 1) % Slots;
    if (index[slot]) {
      ++events[index[slot] - 1].count;
    } else if (uint32_t i = used; i < MaxEvents) {
      Event &event = events[i];
      event.place = place;
      event.kinds = kinds;
      event.count = 1;
      fill(event);
      index[slot] = i + 1;
      used = i + 1; // last: what the parent sees is complete
    }
    busy.clear(std::memory_order_release);
  }

private:
  static constexpr uint32_t Slots = 2 * MaxEvents;

  // Where an event is, by hash. Private to each child and never touched by the parent: every child starts
  // with empty pages, at no cost.
  static inline uint32_t index[Slots];
  static inline std::atomic_flag busy;

  static bool is(const Event &event, uint64_t place, uint32_t kinds) {
    return event.place == place && event.kinds == kinds;
  }

  std::atomic<uint32_t> used;
  Event events[MaxEvents];
};

} // namespace ariadne
