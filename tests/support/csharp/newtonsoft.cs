// What generated types use of Newtonsoft.Json, without what it does: for compiling them where it is not installed.
using System;

namespace Newtonsoft.Json
{
    public enum JsonToken { Null }

    public enum DateParseHandling { None }

    [AttributeUsage(AttributeTargets.Property)]
    public sealed class JsonPropertyAttribute : Attribute
    {
        public JsonPropertyAttribute(string name) { }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class JsonConverterAttribute : Attribute
    {
        public JsonConverterAttribute(Type type) { }
    }

    public abstract class JsonConverter
    {
        public virtual bool CanWrite { get { return true; } }

        public abstract bool CanConvert(Type type);

        public abstract object ReadJson(JsonReader reader, Type type, object existing, JsonSerializer serializer);

        public abstract void WriteJson(JsonWriter writer, object value, JsonSerializer serializer);
    }

    public abstract class JsonReader : IDisposable
    {
        public virtual JsonToken TokenType { get { return JsonToken.Null; } }

        public DateParseHandling DateParseHandling { get; set; }

        void IDisposable.Dispose() { }
    }

    public abstract class JsonWriter { }

    public class JsonSerializer
    {
        public void Populate(JsonReader reader, object target) { }
    }
}

namespace Newtonsoft.Json.Linq
{
    public class JToken
    {
        public static explicit operator string(JToken token) { return null; }

        public JsonReader CreateReader() { return null; }
    }

    public class JObject : JToken
    {
        public JToken this[string key] { get { return null; } }

        public static JObject Load(JsonReader reader) { return null; }
    }
}
