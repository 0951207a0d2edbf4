#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# sbom.sh: a bill of materials in SPDX 2.3 (tag: value) on stdout: the library with its files, and what
# the tool links. The library depends on the C library alone; that it includes nothing else is checked.
set -eu

part() {
    awk -v name="WAY_VERSION_$1" '$2 == name { print $3 }' include/waymark/base.h
}
version=$(part MAJOR).$(part MINOR).$(part PATCH)

foreign=$(git ls-files src lab include | grep '\.[ch]$' | xargs grep -hoE '^#include <[^>]+>' | sort -u |
    grep -vE '<(waymark/.*|assert|errno|fcntl|inttypes|io|limits|math|process|stdalign|stdbool|stddef|stdint|stdio|stdlib|string|sys/stat|unistd|windows|arm_neon|emmintrin|immintrin|intrin)(\.h)?>' || true)
if [ -n "$foreign" ]; then
    echo "sbom: the library includes more than the C library:" "$foreign" >&2
    exit 1
fi

cat <<HEAD
SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: waymark-$version
DocumentNamespace: https://spdx.org/spdxdocs/waymark-$version-$(git rev-parse HEAD)
Creator: Tool: scripts/sbom.sh
Created: $(TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)

PackageName: libwaymark
SPDXID: SPDXRef-library
PackageVersion: $version
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: true
PackageLicenseConcluded: MIT
PackageLicenseDeclared: MIT
PackageCopyrightText: 2026 The waymark authors
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-library

PackageName: waymark (command)
SPDXID: SPDXRef-command
PackageVersion: $version
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseConcluded: MIT
PackageLicenseDeclared: MIT
PackageCopyrightText: 2026 The waymark authors
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-command
Relationship: SPDXRef-command DEPENDS_ON SPDXRef-library
HEAD
for package in libpng:libpng-2.0 sqlite3:blessing zlib:Zlib; do
    name=${package%%:*}
    found=$(pkg-config --modversion "$name" 2>/dev/null || echo NOASSERTION)
    cat <<PACKAGE

PackageName: $name
SPDXID: SPDXRef-$name
PackageVersion: $found
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseConcluded: ${package#*:}
PackageLicenseDeclared: ${package#*:}
PackageCopyrightText: NOASSERTION
Relationship: SPDXRef-command DYNAMIC_LINK SPDXRef-$name
PACKAGE
done
number=0
git ls-files src lab include | grep '\.[ch]$\|\.def$' | while read -r file; do
    number=$((number + 1))
    cat <<FILE

FileName: ./$file
SPDXID: SPDXRef-file-$number
FileChecksum: SHA256: $(sha256sum "$file" | cut -d' ' -f1)
LicenseConcluded: MIT
LicenseInfoInFile: MIT
FileCopyrightText: 2026 The waymark authors
Relationship: SPDXRef-library CONTAINS SPDXRef-file-$number
FILE
done
