# How is the bot built? lib holds what pom.xml names; protoc writes the code of arena.proto, javac compiles it all into classes.
set -eu
(cd lib && sha256sum --check --quiet --ignore-missing ../lib.sha256)
for file in lib/*; do
  grep -q " ${file#lib/}\$" lib.sha256 || { echo "$file is not listed in lib.sha256" >&2; exit 1; }
done
rm -rf classes generated
mkdir -p classes generated
chmod +x lib/*.exe
lib/protoc-[0-9]*.exe --java_out=lite:generated --grpc-java_out=lite,@generated=omit:generated \
  --plugin=protoc-gen-grpc-java="$(echo lib/protoc-gen-grpc-java-*.exe)" arena.proto
javac -nowarn -J-XX:TieredStopAtLevel=1 -cp 'lib/*' -d classes $(find src generated -name '*.java')
rm -rf generated
