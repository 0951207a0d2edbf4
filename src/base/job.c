// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "base/job.h"

/// How many pieces are handed to the caller's threads before progress is told.
#define JOB_BATCH 128u

/// Without threads progress is told about so many times in a stage.
#define JOB_REPORTS 64u

typedef struct job_batch {
    way_status (*body)(uint32_t index, void *argument);
    void *argument;
    uint32_t first;
    way_status statuses[JOB_BATCH];
} job_batch;

static void job_do(uint32_t index, void *argument)
{
    job_batch *batch = argument;
    batch->statuses[index] = batch->body(batch->first + index, batch->argument);
}

bool wayi_job_report(wayi_job_stage stage, uint32_t done, uint32_t total)
{
    if (!stage.job) {
        return true;
    }
    if (stage.job->progress) {
        const uint64_t span = stage.last - stage.first;
        const uint64_t part = total ? span * done / total : span;
        stage.job->progress(stage.first + (uint32_t)part, stage.job->user);
    }
    return !stage.job->cancelled || !stage.job->cancelled(stage.job->user);
}

way_status wayi_job_run(wayi_job_stage stage, uint32_t count,
                        way_status (*body)(uint32_t index, void *argument), void *argument)
{
    const bool threads = stage.job && stage.job->parallel_for;
    const uint32_t few = count / JOB_REPORTS + 1;
    const uint32_t most = !threads && few < JOB_BATCH ? few : JOB_BATCH;
    for (uint32_t first = 0; first < count; first += most) {
        if (!wayi_job_report(stage, first, count)) {
            return WAY_STATUS_CANCELLED;
        }
        job_batch batch = {.body = body, .argument = argument, .first = first};
        const uint32_t size = count - first < most ? count - first : most;
        if (threads) {
            stage.job->parallel_for(size, job_do, &batch, stage.job->user);
        }
        for (uint32_t i = 0; i < size; i++) {
            if (!threads) {
                job_do(i, &batch);
            }
            if (batch.statuses[i] != WAY_STATUS_OK) {
                return batch.statuses[i];
            }
        }
    }
    return wayi_job_report(stage, count, count) ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
}
