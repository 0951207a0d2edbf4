// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Everything that controls are made of: algorithms, generators, the gallery.
#include "scenes/gallery.h"
#include "web/engine/engine.h"

static void catalogue_bits(const char *key, uint32_t bits, const char *(*text_of)(uint32_t))
{
    engine_reply_open(key, '[');
    for (uint32_t bit = 1; bit; bit <<= 1) {
        if (bits & bit) {
            engine_reply_text(NULL, text_of(bit));
        }
    }
    engine_reply_close(']');
}

static void catalogue_param(const way_param *param)
{
    static const char *const types[] = {"integer", "ratio", "choice", "switch"};
    engine_reply_open(NULL, '{');
    engine_reply_text("name", param->name);
    engine_reply_text("help", param->help);
    engine_reply_text("type", types[param->type]);
    engine_reply_whole("preset", param->default_value);
    engine_reply_whole("min", param->min);
    engine_reply_whole("max", param->max);
    engine_reply_open("choices", '[');
    for (int32_t i = 0; param->type == WAY_PARAM_CHOICE && i <= param->max; i++) {
        engine_reply_text(NULL, param->choices[i]);
    }
    engine_reply_close(']');
    engine_reply_close('}');
}

static void catalogue_algorithm(const way_algorithm *algorithm)
{
    engine_reply_open(NULL, '{');
    engine_reply_text("name", algorithm->name);
    engine_reply_text("title", algorithm->title);
    engine_reply_text("family", algorithm->family);
    engine_reply_text("summary", algorithm->summary);
    engine_reply_text("reference", algorithm->reference);
    catalogue_bits("traits", algorithm->traits, way_trait_text);
    catalogue_bits("needs", algorithm->needs, way_need_text);
    engine_reply_open("params", '[');
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        catalogue_param(&algorithm->params[i]);
    }
    engine_reply_close(']');
    engine_reply_close('}');
}

static void catalogue_generator(const scene_generator *generator)
{
    engine_reply_open(NULL, '{');
    engine_reply_text("name", generator->name);
    engine_reply_text("title", generator->title);
    engine_reply_text("summary", generator->summary);
    engine_reply_open("params", '[');
    for (uint32_t i = 0; i < generator->parameter_count; i++) {
        const scene_parameter *parameter = &generator->parameters[i];
        engine_reply_open(NULL, '{');
        engine_reply_text("name", parameter->name);
        engine_reply_text("help", parameter->help);
        engine_reply_whole("preset", parameter->initial);
        engine_reply_whole("min", parameter->min);
        engine_reply_whole("max", parameter->max);
        engine_reply_close('}');
    }
    engine_reply_close(']');
    engine_reply_close('}');
}

static void catalogue_exhibit(const scene_exhibit *exhibit)
{
    engine_reply_open(NULL, '{');
    engine_reply_text("name", exhibit->name);
    engine_reply_text("title", exhibit->title);
    engine_reply_text("story", exhibit->story);
    engine_reply_whole("width", exhibit->request.width);
    engine_reply_whole("height", exhibit->request.height);
    engine_reply_whole("neighbours", exhibit->neighbours);
    engine_reply_whole("corners", exhibit->corners);
    engine_reply_close('}');
}

static void catalogue_outcomes(void)
{
    engine_reply_open("outcomes", '[');
    for (uint32_t i = 0; i < WAY_OUTCOME_COUNT; i++) {
        engine_reply_open(NULL, '{');
        engine_reply_text("name", way_outcome_name((way_outcome)i));
        engine_reply_text("text", way_outcome_text((way_outcome)i));
        engine_reply_close('}');
    }
    engine_reply_close(']');
}

ENGINE_CALL(int32_t, catalogue, (void))
{
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_text("version", way_version());
    catalogue_outcomes();
    engine_reply_open("algorithms", '[');
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        catalogue_algorithm(way_algorithm_at(i));
    }
    engine_reply_close(']');
    engine_reply_open("generators", '[');
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        catalogue_generator(scene_generator_at(i));
    }
    engine_reply_close(']');
    engine_reply_open("gallery", '[');
    for (uint32_t i = 0; i < scene_gallery_count(); i++) {
        catalogue_exhibit(scene_gallery_at(i));
    }
    engine_reply_close(']');
    engine_reply_close('}');
    return WAY_STATUS_OK;
}
