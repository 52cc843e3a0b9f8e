// Reads the builds of a Quartermaster channel, whole and verified: docs/delivery-api.md. MIT licence; copy it into your game.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json;

namespace QuartermasterBuilds {
    /// <summary>Stores contents under their hash and the manifest as "manifest", for example in a folder. Get returns null for none.</summary>
    public interface IBuildStorage {
        byte[] Get(string key);
        void Put(string key, byte[] bytes);
        void Delete(string key);
        IEnumerable<string> Keys();
    }

    public sealed class ClientOptions {
        public string Server, Channel, GameVersion, Token;
        public long Instance, OldestBuild;
        /// <summary>The public keys that this version of the game knows, in base64; one of them has to have signed a build.</summary>
        public string[] Keys;
        /// <summary>Ed25519 of a public key, a message and a signature: .NET does not have it.</summary>
        public Func<byte[], byte[], byte[], bool> Verify;
        public IBuildStorage Storage;
        /// <summary>Decompresses a delta by zstd with the older file, the first one, as its dictionary; null for whole files only.</summary>
        public Func<byte[], byte[], byte[]> ApplyDelta;
    }

    public sealed class Content {
        public string Path, Sha256, From;
        public long Bytes;
        public List<Content> Deltas = new List<Content>();
        [JsonProperty("file")] private string Image { set { Path = value; } }
    }

    public sealed class Manifest {
        public long Format, Build, Instance;
        [JsonProperty("schema_sha256")] public string SchemaSha256 { get; set; }
        [JsonProperty("smallest_game_version")] public string SmallestGameVersion { get; set; }
        public List<Content> Files;
    }

    /// <summary>A build whose files are verified. It never changes. Problem is why it is not that of the channel, but the last good one.</summary>
    public sealed class Build {
        public Manifest Manifest;
        /// <summary>Files by their paths, and images, which are fetched when they are first read.</summary>
        public Dictionary<string, Content> Contents;
        public Func<string, Task<byte[]>> Read;
        public Exception Problem;
    }

    public sealed class QuartermasterClient {
        private sealed class Signed { public string Manifest = ""; public List<Dictionary<string, string>> Signatures { get; set; } }
        private readonly ClientOptions options;
        private readonly HttpClient http;

        public QuartermasterClient(ClientOptions options, HttpMessageHandler handler = null) {
            this.options = options;
            http = new HttpClient(handler ?? new HttpClientHandler { AutomaticDecompression = DecompressionMethods.GZip });
            http.Timeout = TimeSpan.FromSeconds(30);
        }

        /// <summary>The build of the channel, or the last good one if that cannot be read; throws if there is neither.</summary>
        public async Task<Build> Update() {
            byte[] stored = Stored("manifest");
            Manifest last = Try(() => Verify(stored));
            string version = options.GameVersion == null ? "" : "?game_version=" + options.GameVersion;
            try {
                // The hash of a content is its ETag.
                string known = last == null ? null : "\"" + Hash(stored) + "\"";
                byte[] body = await Fetch($"channels/{options.Channel}/manifest.json{version}", known);
                Build build = await Complete(last != null && body == null ? last : Verify(body));
                // Only this switches: until here, the stored manifest and its files are those of the last build.
                if (body != null) options.Storage.Put("manifest", body);
                Try(() => Clean(build));
                return build;
            } catch (Exception problem) when (last != null) { return await Complete(last, problem); }
        }

        /// <summary>Throws unless a known key has signed the manifest, and the build is for this game.</summary>
        private Manifest Verify(byte[] body) {
            Signed signed = Parse<Signed>(body);
            byte[] text = Encoding.UTF8.GetBytes(signed.Manifest);
            if (!options.Keys.Any(key => signed.Signatures.Any(each => options.Verify(Raw(key), text, Raw(each["signature"])))))
                throw new InvalidOperationException("No known key has signed the manifest.");
            Manifest manifest = Parse<Manifest>(text);
            bool isReadable = options.GameVersion == null || VersionOf(options.GameVersion) >= VersionOf(manifest.SmallestGameVersion ?? "0");
            if (manifest.Format != 1 || manifest.Instance != options.Instance || manifest.Build < options.OldestBuild || !isReadable)
                throw new InvalidOperationException($"Build {manifest.Build} of instance {manifest.Instance} is not for this game.");
            return manifest;
        }

        /// <summary>Verifies the stored files, and fetches those that are missing or broken, four at a time.</summary>
        private async Task<Build> Complete(Manifest manifest, Exception problem = null) {
            var queue = new ConcurrentQueue<Content>(manifest.Files);
            Func<Task> work = async () => { while (queue.TryDequeue(out Content file)) await Read(file); };
            await Task.WhenAll(work(), work(), work(), work());
            Dictionary<string, Content> contents = manifest.Files.ToDictionary(file => file.Path);
            if (contents.TryGetValue("images/index.json", out Content list))
                foreach (Content image in Parse<List<Content>>(await Read(list))) contents[image.Path] = image;
            return new Build { Manifest = manifest, Contents = contents, Read = path => Read(contents[path]), Problem = problem };
        }

        private async Task<byte[]> Read(Content content) {
            byte[] stored = Stored(content.Sha256);
            if (IsWhole(stored, content)) return stored;
            byte[] bytes = await FromDelta(content);
            if (!IsWhole(bytes, content)) bytes = await Fetch("files/" + content.Sha256, null);
            if (!IsWhole(bytes, content)) throw new InvalidOperationException(content.Path + " was answered with other bytes.");
            options.Storage.Put(content.Sha256, bytes);
            return bytes;
        }

        private async Task<byte[]> FromDelta(Content content) {
            Content delta = options.ApplyDelta == null ? null : content.Deltas.Find(each => Stored(each.From) != null);
            try { return delta == null ? null : options.ApplyDelta(Stored(delta.From), await Read(delta)); }
            catch (Exception) { return null; }
        }

        private async Task<byte[]> Fetch(string path, string known) {
            var request = new HttpRequestMessage(HttpMethod.Get, $"{options.Server}/v1/delivery/{options.Instance}/{path}");
            if (known != null) request.Headers.TryAddWithoutValidation("If-None-Match", known);
            if (options.Token != null) request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + options.Token);
            using (HttpResponseMessage response = await http.SendAsync(request)) {
                if (response.StatusCode == HttpStatusCode.NotModified) return null;
                return await response.EnsureSuccessStatusCode().Content.ReadAsByteArrayAsync();
            }
        }

        private object Clean(Build build) {
            var used = new HashSet<string>(build.Contents.Values.Select(content => content.Sha256)) { "manifest" };
            foreach (string key in options.Storage.Keys().Where(key => !used.Contains(key)).ToList()) options.Storage.Delete(key);
            return null;
        }

        private byte[] Stored(string key) => Try(() => options.Storage.Get(key));
        private static T Try<T>(Func<T> read) where T : class { try { return read(); } catch (Exception) { return null; } }
        private static T Parse<T>(byte[] text) => JsonConvert.DeserializeObject<T>(Encoding.UTF8.GetString(text));
        private static byte[] Raw(string base64) => Convert.FromBase64String(base64);
        private static Version VersionOf(string text) => new Version(string.Join(".", (text + ".0.0.0").Split('.').Take(4)));
        private static bool IsWhole(byte[] bytes, Content content) => bytes?.Length == content.Bytes && Hash(bytes) == content.Sha256;
        private static string Hash(byte[] bytes) { using (SHA256 sha = SHA256.Create()) return Hex(sha.ComputeHash(bytes)); }
        private static string Hex(byte[] bytes) => string.Concat(bytes.Select(each => each.ToString("x2")));
    }
}
