// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What waymark.hpp and waymark_world.hpp stand on: errors, results, owners, views.
#pragma once

#include <waymark/all.h>

#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace waymark
{

#if defined(__cpp_exceptions)
/// What constructors and result::value throw.
class error : public std::runtime_error
{
  public:
    error(way_status status, const std::string &what) : std::runtime_error(what), status_(status)
    {
    }
    way_status status() const noexcept
    {
        return status_;
    }

  private:
    way_status status_;
};
#endif

namespace detail
{

[[noreturn]] inline void fail(way_status status, const char *more = "")
{
#if defined(__cpp_exceptions)
    std::string what = way_status_text(status);
    throw error(status, *more ? what + ": " + more : what);
#else
    (void)status;
    (void)more;
    std::abort();
#endif
}

inline void check(way_status status, const char *more = "")
{
    if (status != WAY_STATUS_OK) {
        fail(status, more);
    }
}

inline void check(way_status status, const way_problem *problem)
{
    check(status, problem ? problem->text : "");
}

/// A pointer with the C function that takes it back.
template <typename T, void (*destroy)(T *)> struct closer {
    void operator()(T *pointer) const noexcept
    {
        destroy(pointer);
    }
};

/// Has a pointer of the library's; can be moved, not copied.
template <typename T, void (*destroy)(T *)> class owner
{
  public:
    owner() = default;
    explicit owner(T *owned) : handle_(owned)
    {
    }
    T *get() const noexcept
    {
        return handle_.get();
    }

  protected:
    /// Takes what a call made, if it worked.
    template <typename Call> way_status take(Call call)
    {
        T *made = nullptr;
        const way_status status = call(&made);
        handle_.reset(made);
        return status;
    }

  private:
    std::unique_ptr<T, closer<T, destroy>> handle_;
};

} // namespace detail

/// A value, or the status that says why there is none.
template <typename T> class result
{
  public:
    result(T value) : value_(std::move(value)), status_(WAY_STATUS_OK)
    {
    }
    result(way_status status, const way_problem &problem = {}) : status_(status), problem_(problem)
    {
    }

    explicit operator bool() const noexcept
    {
        return status_ == WAY_STATUS_OK;
    }
    way_status status() const noexcept
    {
        return status_;
    }
    /// What was wrong, in words; "" if nothing.
    const char *problem() const noexcept
    {
        return problem_.text;
    }
    /// The value; throws, or aborts where there are no exceptions.
    T &value()
    {
        detail::check(status_, &problem_);
        return value_;
    }
    T &operator*() noexcept
    {
        return value_;
    }
    T *operator->() noexcept
    {
        return &value_;
    }

  private:
    T value_{};
    way_status status_;
    way_problem problem_{};
};

/// States in somebody else's memory; a std::span takes it.
class states
{
  public:
    states() = default;
    states(const way_state *data, std::size_t size) : data_(data), size_(size)
    {
    }
    const way_state *data() const noexcept
    {
        return data_;
    }
    std::size_t size() const noexcept
    {
        return size_;
    }
    bool empty() const noexcept
    {
        return size_ == 0;
    }
    const way_state *begin() const noexcept
    {
        return data_;
    }
    const way_state *end() const noexcept
    {
        return data_ + size_;
    }
    way_state operator[](std::size_t index) const noexcept
    {
        return data_[index];
    }

  private:
    const way_state *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace waymark
