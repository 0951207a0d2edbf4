// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark-mpi: one command of waymark over many nodes.
//
//     mpirun -n 16 waymark-mpi bench dao10 --db all.db
//     mpirun -n 16 waymark-mpi build maps/*.map --algo 'dba(sector=32)' --output baked
//
// The command is cut into as many shards as it has tasks, and ranks get the next one when they are
// free. A rank runs a shard as a process of its own, `waymark ... --shard K/N`, so that whatever
// happens to it the rank lives on. Rank 0 hands out and works, too. Benchmarks go to a file for
// each rank, which are merged at the end; what they hold of an earlier job that was cut short is
// kept and not run again. A shard whose process dies is tried once more elsewhere; a rank that is
// silent for PATIENCE seconds is given up and its shard goes to another (mpirun --enable-recovery
// keeps the others alive).
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MPI_MAIN_TRIES 2u
#define MPI_MAIN_PATIENCE 60.0 // seconds without a sign of life
#define MPI_MAIN_BEAT 1.0
#define MPI_MAIN_NAP 2000000L // ns between two looks
#define MPI_MAIN_STOP (-1)

enum { TAG_TASK = 1, TAG_DONE, TAG_BEAT };

/// What a worker says of a shard.
typedef struct report {
    int32_t task;
    int32_t code; ///< of the process; -1 = it was killed
} report;

/// A process of this rank.
typedef struct child {
    pid_t pid; ///< 0 = none
    int32_t task;
} child;

typedef struct job {
    int rank, ranks;
    char **words; ///< of the command, from "bench" or "build" on
    int word_count;
    const char *program; ///< waymark
    const char *results; ///< of bench; NULL for others
    char own[4096];      ///< results of this rank
    int32_t tasks;
} job;

/// What rank 0 knows of the others.
typedef struct ledger {
    uint8_t *tries;  ///< [tasks]
    uint8_t *done;   ///< [tasks]
    int32_t *at;     ///< [ranks] task, or MPI_MAIN_STOP
    double *heard;   ///< [ranks] when
    bool *lost;      ///< [ranks]
    int32_t left;    ///< tasks without an end
    int32_t failed;  ///< that were tried often enough
    uint32_t silent; ///< ranks given up
} ledger;

static double mpi_main_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Processes ---------------------------------------------------------------------------------------

// The command with further words, and for benchmarks the file that its rows go to.
static char **mpi_main_words(const job *work, const char *const *more, const char *results)
{
    char **words = calloc((size_t)work->word_count + 16, sizeof *words);
    int count = 0;
    if (!words) {
        return NULL;
    }
    words[count++] = (char *)work->program;
    for (int i = 0; i < work->word_count; i++) {
        const bool own = work->results && strcmp(work->words[i], "--db") == 0;
        i += own; // its value, too
        if (!own) {
            words[count++] = work->words[i];
        }
    }
    if (results) {
        words[count++] = (char *)"--db";
        words[count++] = (char *)results;
    }
    for (; *more; more++) {
        words[count++] = (char *)*more;
    }
    return words;
}

static void mpi_main_start(const job *work, int32_t task, child *out)
{
    char shard[48];
    (void)snprintf(shard, sizeof shard, "%d/%d", task + 1, work->tasks);
    const char *const more[] = {"--shard", shard, "--no-times", NULL};
    char **words = mpi_main_words(work, more, work->results ? work->own : NULL);
    *out = (child){.pid = words ? fork() : -1, .task = task};
    if (out->pid == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        (void)dup2(nowhere, STDOUT_FILENO);
        (void)execv(work->program, words);
        _exit(127);
    }
    free(words);
}

// Whether the process is over, and how it ended.
static bool mpi_main_ended(child *process, report *out)
{
    int status = 0;
    if (process->pid == 0) {
        return false;
    }
    if (process->pid > 0 && waitpid(process->pid, &status, WNOHANG) == 0) {
        return false;
    }
    const bool whole = process->pid > 0 && WIFEXITED(status);
    *out = (report){process->task, whole ? WEXITSTATUS(status) : -1};
    process->pid = 0;
    return true;
}

// Asks the command how many tasks it has, and marks in a new array those that it no longer lists.
// NULL if it gives no sensible answer.
static uint8_t *mpi_main_ask(const job *work, int32_t *tasks)
{
    int pipes[2];
    int status = 0;
    long number = 0;
    uint8_t *done = NULL;
    const char *const more[] = {"--tasks", NULL};
    char **words = mpi_main_words(work, more, work->results);
    if (!words || pipe(pipes) != 0) {
        free(words);
        return NULL;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        (void)dup2(pipes[1], STDOUT_FILENO);
        (void)close(pipes[0]);
        (void)execv(work->program, words);
        _exit(127);
    }
    (void)close(pipes[1]);
    free(words);
    FILE *answer = fdopen(pipes[0], "r");
    if (answer && fscanf(answer, "%ld", &number) == 1 && number > 0 && number < INT32_MAX) {
        *tasks = (int32_t)number;
        done = malloc((size_t)number + 1);
    }
    if (done) {
        memset(done, 1, (size_t)*tasks + 1);
        while (fscanf(answer, "%ld", &number) == 1 && number > 0 && number <= *tasks) {
            done[number - 1] = 0;
        }
    }
    if (answer) {
        (void)fclose(answer);
    }
    (void)waitpid(pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        free(done);
        return NULL;
    }
    return done;
}

// Workers -----------------------------------------------------------------------------------------

static void mpi_main_nap(void)
{
    const struct timespec nap = {.tv_nsec = MPI_MAIN_NAP};
    (void)nanosleep(&nap, NULL);
}

static void mpi_main_work(const job *work)
{
    child process = {.pid = 0};
    double beat = 0;
    for (;;) {
        int waiting = 0;
        report told;
        (void)MPI_Iprobe(0, TAG_TASK, MPI_COMM_WORLD, &waiting, MPI_STATUS_IGNORE);
        if (waiting) {
            int32_t task = 0;
            (void)MPI_Recv(&task, 1, MPI_INT32_T, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (task == MPI_MAIN_STOP) {
                return;
            }
            mpi_main_start(work, task, &process);
        }
        if (mpi_main_ended(&process, &told)) {
            (void)MPI_Send(&told, 2, MPI_INT32_T, 0, TAG_DONE, MPI_COMM_WORLD);
        }
        if (mpi_main_now() - beat > MPI_MAIN_BEAT) {
            beat = mpi_main_now();
            (void)MPI_Send(&process.task, 1, MPI_INT32_T, 0, TAG_BEAT, MPI_COMM_WORLD);
        }
        mpi_main_nap();
    }
}

// Handing out -------------------------------------------------------------------------------------

// Takes over `done`.
static bool mpi_main_open(const job *work, uint8_t *done, ledger *book)
{
    const size_t ranks = (size_t)work->ranks;
    *book = (ledger){.tries = calloc((size_t)work->tasks + 1, 1),
                     .done = done,
                     .at = calloc(ranks, sizeof *book->at),
                     .heard = calloc(ranks, sizeof *book->heard),
                     .lost = calloc(ranks, sizeof *book->lost),
                     .left = 0};
    for (int32_t i = 0; i < work->tasks; i++) {
        book->left += !done[i];
    }
    for (int i = 0; book->at && book->heard && i < work->ranks; i++) {
        book->at[i] = MPI_MAIN_STOP;
        book->heard[i] = mpi_main_now();
    }
    return book->tries && book->at && book->heard && book->lost;
}

static void mpi_main_close(ledger *book)
{
    free(book->tries);
    free(book->done);
    free(book->at);
    free(book->heard);
    free(book->lost);
}

// The next shard that is nobody's, those that were never tried first; -1 if there is none.
static int32_t mpi_main_next(const job *work, const ledger *book)
{
    for (uint32_t tries = 0; tries < MPI_MAIN_TRIES; tries++) {
        for (int32_t i = 0; i < work->tasks; i++) {
            bool taken = book->done[i] || book->tries[i] != tries;
            for (int rank = 0; rank < work->ranks && !taken; rank++) {
                taken = book->at[rank] == i;
            }
            if (!taken) {
                return i;
            }
        }
    }
    return -1;
}

static void mpi_main_note(const job *work, ledger *book, int rank, report told)
{
    // One that was given up and comes after all is as good as any other.
    book->at[rank] = MPI_MAIN_STOP;
    if (book->done[told.task]) {
        return;
    }
    // 1 is the command's own no, such as a map that is not there: it would be no again.
    const bool good = told.code == 0 || told.code == 1;
    book->tries[told.task]++;
    if (!good) {
        (void)fprintf(stderr, "waymark-mpi: shard %d/%d %s on rank %d\n", told.task + 1,
                      work->tasks, told.code < 0 ? "died" : "failed", rank);
    }
    if (good || book->tries[told.task] >= MPI_MAIN_TRIES) {
        book->done[told.task] = 1;
        book->failed += !good;
        book->left--;
    }
}

static void mpi_main_listen(const job *work, ledger *book)
{
    for (;;) {
        int waiting = 0;
        MPI_Status status;
        (void)MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &status);
        if (!waiting) {
            return;
        }
        const int rank = status.MPI_SOURCE;
        report told = {0};
        (void)MPI_Recv(&told, 2, MPI_INT32_T, rank, status.MPI_TAG, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
        book->heard[rank] = mpi_main_now();
        book->lost[rank] = false;
        if (status.MPI_TAG == TAG_DONE) {
            mpi_main_note(work, book, rank, told);
        }
    }
}

static void mpi_main_give_up(const job *work, ledger *book, double patience)
{
    for (int rank = 1; rank < work->ranks; rank++) {
        if (!book->lost[rank] && mpi_main_now() - book->heard[rank] > patience) {
            (void)fprintf(stderr, "waymark-mpi: rank %d is silent; its work goes to others\n",
                          rank);
            book->lost[rank] = true;
            book->at[rank] = MPI_MAIN_STOP;
            book->silent++;
        }
    }
}

static void mpi_main_hand_out(const job *work, ledger *book, child *own)
{
    for (int rank = work->ranks - 1; rank >= 0; rank--) {
        const int32_t task =
            book->at[rank] == MPI_MAIN_STOP && !book->lost[rank] ? mpi_main_next(work, book) : -1;
        if (task < 0) {
            continue;
        }
        book->at[rank] = task;
        if (rank == 0) {
            mpi_main_start(work, task, own);
        } else {
            (void)MPI_Send(&task, 1, MPI_INT32_T, rank, TAG_TASK, MPI_COMM_WORLD);
        }
    }
}

static void mpi_main_lead(const job *work, ledger *book)
{
    const char *words = getenv("WAYMARK_MPI_PATIENCE");
    const double patience = words ? strtod(words, NULL) : MPI_MAIN_PATIENCE;
    child own = {.pid = 0};
    while (book->left > 0) {
        report told;
        mpi_main_hand_out(work, book, &own);
        if (mpi_main_ended(&own, &told)) {
            mpi_main_note(work, book, 0, told);
        }
        mpi_main_listen(work, book);
        mpi_main_give_up(work, book, patience);
        mpi_main_nap();
    }
}

// Merging -----------------------------------------------------------------------------------------

// Joins the files of ranks, of this job or of one that was cut short, and removes them. The exit
// code of the command.
static int mpi_main_merge(const job *work)
{
    char pattern[4200];
    glob_t files;
    int status = 0;
    (void)snprintf(pattern, sizeof pattern, "%s.rank*[0-9]", work->results);
    if (glob(pattern, 0, NULL, &files) != 0) {
        return 0; // there are none
    }
    const char **words = calloc(files.gl_pathc + 8, sizeof *words);
    if (!words) {
        globfree(&files);
        return 4;
    }
    const char *const head[] = {work->program, "bench", "merge", "--db", work->results};
    memcpy(words, head, sizeof head);
    memcpy(words + 5, files.gl_pathv, files.gl_pathc * sizeof *words);
    const pid_t pid = fork();
    if (pid == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        (void)dup2(nowhere, STDOUT_FILENO);
        (void)execv(work->program, (char *const *)words);
        _exit(127);
    }
    const bool good =
        pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    for (size_t i = 0; i < files.gl_pathc && good; i++) {
        (void)remove(files.gl_pathv[i]);
    }
    globfree(&files);
    free(words);
    return good ? 0 : 4;
}

// All together ------------------------------------------------------------------------------------

// The command beside this program, or $WAYMARK.
static const char *mpi_main_program(char path[4096])
{
    const char *variable = getenv("WAYMARK");
    const ssize_t size = readlink("/proc/self/exe", path, 4000);
    if (variable || size <= 0) {
        return variable ? variable : "waymark";
    }
    path[size] = '\0';
    char *slash = strrchr(path, '/');
    (void)snprintf(slash ? slash + 1 : path, 64, "waymark");
    return path;
}

static int mpi_main_run(const job *work, uint8_t *done)
{
    ledger book;
    int code = 4;
    if (mpi_main_open(work, done, &book)) {
        const int32_t wanted = book.left;
        mpi_main_lead(work, &book);
        code = work->results ? mpi_main_merge(work) : 0;
        code = book.failed ? 1 : code;
        const int32_t stop = MPI_MAIN_STOP;
        for (int rank = 1; rank < work->ranks; rank++) {
            if (!book.lost[rank]) {
                (void)MPI_Send(&stop, 1, MPI_INT32_T, rank, TAG_TASK, MPI_COMM_WORLD);
            }
        }
        (void)fprintf(stderr,
                      "waymark-mpi: %d of %d shards on %d ranks, %d failed, %u ranks lost\n",
                      wanted, work->tasks, work->ranks, book.failed, book.silent);
        if (book.silent) { // they would be waited for at the end
            (void)fflush(NULL);
            _exit(code);
        }
    }
    mpi_main_close(&book);
    return code;
}

int main(int count, char **words)
{
    char path[4096];
    job work = {.words = words + 1, .word_count = count - 1};
    (void)MPI_Init(&count, &words);
    (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &work.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &work.ranks);
    work.program = mpi_main_program(path);
    const char *command = count > 1 ? words[1] : "";
    if (strcmp(command, "bench") == 0) {
        work.results = "waymark-results.db";
        for (int i = 2; i + 1 < count; i++) {
            work.results = strcmp(words[i], "--db") == 0 ? words[i + 1] : work.results;
        }
        (void)snprintf(work.own, sizeof work.own, "%s.rank%d", work.results, work.rank);
    } else if (strcmp(command, "build") != 0) {
        if (work.rank == 0) {
            (void)fprintf(stderr, "usage: mpirun -n RANKS waymark-mpi bench SUITE [options]\n"
                                  "       mpirun -n RANKS waymark-mpi build MAP... --output DIR "
                                  "[options]\n");
        }
        (void)MPI_Finalize();
        return 2;
    }
    // What an earlier job has left; then all ranks count for themselves, for they see the same
    // files or should not go on.
    int code = work.rank == 0 && work.results ? mpi_main_merge(&work) : 0;
    (void)MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    uint8_t *done = mpi_main_ask(&work, &work.tasks);
    const int32_t found = done && code == 0 ? work.tasks : 0;
    int32_t least = 0;
    int32_t most = 0;
    (void)MPI_Allreduce(&found, &least, 1, MPI_INT32_T, MPI_MIN, MPI_COMM_WORLD);
    (void)MPI_Allreduce(&found, &most, 1, MPI_INT32_T, MPI_MAX, MPI_COMM_WORLD);
    const bool agreed = least > 0 && least == most;
    if (work.rank == 0 && !agreed && code == 0) {
        (void)fprintf(stderr, "waymark-mpi: '%s %s' has no tasks, or not the same on every rank\n",
                      work.program, command);
    }
    if (agreed && work.rank == 0) {
        code = mpi_main_run(&work, done); // and gives it back
    } else {
        free(done);
        if (agreed) {
            mpi_main_work(&work);
        }
    }
    (void)MPI_Finalize();
    return agreed || code ? code : 2;
}
