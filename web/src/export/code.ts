// This query as a C program: the map in the text, so that it builds and runs as it is.
import { profileWeights } from '../model/profiles'
import * as state from '../model/state'

const NEIGHBOURS: Record<number, string> = { 4: 'WAY_NEIGHBOURS_4', 6: 'WAY_NEIGHBOURS_6', 8: 'WAY_NEIGHBOURS_8' }
const CORNERS = ['WAY_CORNERS_STRICT', 'WAY_CORNERS_LOOSE', 'WAY_CORNERS_ANY']
/** Larger maps are read from the file that is exported beside. */
const INLINE_MAX = 64 * 1024

function quoted(map: string): string {
  return map
    .trimEnd()
    .split('\n')
    .map((line) => `    "${line}\\n"`)
    .join('\n')
}

/** How the program prepares the map for this kind of unit. */
function unitText(): { text: string; name: string } {
  const size = state.unit.value
  if (state.profile.value === 0) {
    const text = `    const way_profile profile = way_profile_default(${size});
    status = status ? status : way_map_add_profile(map, &profile, NULL);
`
    return { text, name: String(size) }
  }
  const weights = profileWeights(state.profile.value)
  const terrains = [...new Set(state.ground.value!.weights)].filter((terrain) => weights[terrain])
  const list = terrains.map((terrain) => `[${terrain}] = ${weights[terrain]}`).join(', ')
  return {
    text: `    const way_profile profile = {.unit_size = ${size}, .weights = {${list}}};
    uint32_t number = 0;
    status = status ? status : way_map_add_profile(map, &profile, &number);
`,
    name: 'number',
  }
}

/** The links, added as they are on the page. */
function linksText(): string {
  const map = state.ground.value!
  const cost = state.LINK_STEPS * map.cardinal
  return state.links.value.length
    ? `    const way_map_link links[] = {
${state.links.value.map((one) => `        {.from = ${one.from}, .to = ${one.to}, .cost = ${one.cost ?? cost}, .both_ways = ${one.both}},`).join('\n')}
    };
    status = status ? status : way_map_add_links(map, links, ${state.links.value.length});
`
    : ''
}

export async function codeText(): Promise<string> {
  const map = state.ground.value!
  const text = await state.engine.calls.format()
  const inline = text.length <= INLINE_MAX
  const source = inline
    ? `static const char map_text[] =\n${quoted(text)};\n`
    : '// Export the map too and pass its path as the first argument.\n'
  const read = inline
    ? '    way_status status = way_map_parse(map_text, sizeof map_text - 1, &config, NULL, &map, &problem);\n'
    : `    way_file file = {0};
    way_status status = argc > 1 ? way_file_read(argv[1], 0, NULL, &file, &problem) : WAY_STATUS_IO;
    status = status ? status : way_map_parse(file.bytes, file.size, &config, NULL, &map, &problem);
    way_file_free(&file);
`
  const unit = unitText()
  const cell = (value: number) => `${Math.floor(value / map.width)} * ${map.width} + ${value % map.width}`
  return `// ${state.algorithm.value!.title} from (${state.start.value % map.width}, ${Math.floor(state.start.value / map.width)}) to (${state.goal.value % map.width}, ${Math.floor(state.goal.value / map.width)}).
//     cc -std=c17 query.c $(pkg-config --cflags --libs waymark) && ./a.out
#include <waymark/all.h>
${inline ? '' : '#include <waymark/file.h>\n'}
#include <stdio.h>

${source}
int main(${inline ? 'void' : 'int argc, char **argv'})
{
    way_map_config config = way_map_config_default(1, 1);
    config.neighbours = ${NEIGHBOURS[map.neighbours]};
    config.corners = ${CORNERS[map.corners]};
    config.costs = (way_cost_model){0, 0};
    way_problem problem = {0};
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
${read}${unit.text}${linksText()}    status = status ? status : way_space_create_grid(map, ${unit.name}, NULL, &space);
    const way_navigator_config plan = {
        .space = space, .algorithm = "${state.spec.value}", .problem = &problem};
    status = status ? status : way_navigator_create(&plan, &navigator);
    status = status ? status : way_agent_create(&(way_agent_config){.navigator = navigator}, &agent);
    const way_trip trip = {
        .start = ${cell(state.start.value)}, .goal = ${cell(state.goal.value)}, .fall_back_to_nearest = true, .partial = true};
    status = status ? status : way_agent_begin(agent, &trip);
    if (status == WAY_STATUS_OK) {
        const way_outcome outcome = way_agent_run(agent);
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        printf("%s: cost %u, %u cells, %llu expansions\\n", way_outcome_text(outcome),
               way_agent_cost(agent), count,
               (unsigned long long)way_agent_stats(agent).expansions);
        for (uint32_t i = 0; i < count; i++) {
            printf("%u,%u ", path[i] % ${map.width}, path[i] / ${map.width});
        }
        printf("\\n");
    } else {
        fprintf(stderr, "%s %s\\n", way_status_text(status), problem.text);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    return status ? 1 : 0;
}
`
}
