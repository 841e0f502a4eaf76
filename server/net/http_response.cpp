#include "server/net/http_response.hpp"

namespace pentad::server {

HttpResponse http_json(std::string body) {
    return {200,
            "application/json",
            std::make_shared<const std::string>(std::move(body)),
            {{"Cache-Control", "no-store"}}};
}

HttpResponse http_text(std::string body) {
    HttpResponse answer = http_json(std::move(body));
    answer.content_type = "text/plain; charset=utf-8";
    return answer;
}

HttpResponse http_error(int status, std::string_view code, std::string_view message) {
    HttpResponse answer = http_json("{\"error\":{\"code\":\"" + std::string(code) + "\",\"message\":\"" +
                                    std::string(message) + "\"}}\n");
    answer.status = status;
    return answer;
}

}  // namespace pentad::server
